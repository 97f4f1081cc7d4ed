import type { TestProject } from "vitest/node";
import { testDataDirectory } from "#scripts/paths.ts";
import { prepareTemplate } from "#scripts/postgres/databases.ts";
import { joinServer, type SharedServer } from "#scripts/postgres/shared-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

let server: SharedServer | undefined;

/** A server of the tests' own, and the template that each of their databases is cloned from. */
export async function setup(project: TestProject): Promise<void> {
  server = await joinServer(testDataDirectory());
  await prepareTemplate(server);
  project.provide("postgresUrl", server.url("postgres"));
}

export async function teardown(): Promise<void> {
  await server?.leave();
}
