import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { describeApi } from "#lib/http/index.ts";
import { ROOT } from "#scripts/paths.ts";

const operation = z.looseObject({
  operationId: z.string(),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(z.string(), z.unknown()),
});
const document = z
  .object({ openapi: z.literal("3.1.0"), paths: z.record(z.string(), z.record(z.string(), operation)) })
  .parse(describeApi());

/** What a person decides with, or undoes a decision. */
const DECIDES = [
  /^app\/api\/requests\//,
  /^app\/api\/reviews\/\[id\]\/(requests|reopen)\//,
  /^app\/api\/bulk-requests\//,
  /^app\/api\/[\w-]+\/\[\w+\]\/(sign-offs|edit|cancel)\//,
];

const ROUTES = globSync("app/api/**/route.ts", { cwd: ROOT }).toSorted();

function pathOf(file: string): string {
  return `/${file.replace(/^app\//, "").replace(/\/route\.ts$/, "")}`.replaceAll(/\[(\w+)\]/g, "{$1}");
}

function methodsOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  return [...text.matchAll(/export const (POST|PUT|PATCH|DELETE) =/g)].map((match) => (match[1] ?? "").toLowerCase());
}

describe("the OpenAPI document", () => {
  const described = ROUTES.filter(
    (file) => file.startsWith("app/api/v1/") || DECIDES.some((pattern) => pattern.test(file)),
  ).filter((file) => methodsOf(file).length > 0);

  it.each(described)("has %s, with each method that changes something", (file) => {
    expect(Object.keys(document.paths[pathOf(file)] ?? {})).toEqual(methodsOf(file));
  });

  it("has no path that is not there", () => {
    expect(Object.keys(document.paths).toSorted()).toEqual(described.map(pathOf).toSorted());
  });

  it("says of each operation who may call it, as its route does", () => {
    for (const file of described) {
      const actor = /actor: "(\w+)"/.exec(readFileSync(join(ROOT, file), "utf8"))?.[1];
      const [of] = Object.values(document.paths[pathOf(file)] ?? {});
      expect([file, of?.security]).toEqual([file, [{ [actor === "actions" ? "token" : "session"]: [] }]]);
    }
  });

  it("names each operation once, and refers to nothing that is not there", () => {
    const ids = Object.values(document.paths).flatMap((of) => Object.values(of).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("actionsClaim");
    const text = JSON.stringify(describeApi());
    const refs = [...text.matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    expect(new Set(refs)).toEqual(new Set(["#/components/schemas/Problem"]));
  });

  it("is made of the schemas that read the requests", () => {
    const text = JSON.stringify(document.paths["/api/v1/actions/claim"]);
    for (const field of ["onStepTaken", "twoPhase", "payload", '"additionalProperties":false']) {
      expect(text).toContain(field);
    }
  });
});
