import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listCatalog } from "#lib/db/catalog.ts";
import { dataDirectory, ROOT } from "../paths.ts";
import { createFreshDatabase, dropDatabase, freshName } from "../postgres/databases.ts";
import { startServer } from "../postgres/server.ts";
import { runCommand } from "../process/command-error.ts";

await runCommand(async () => {
  const server = await startServer(dataDirectory());
  const name = freshName();
  const listing = await listCatalog(await createFreshDatabase(server, name));
  await writeFile(join(ROOT, "prisma", "catalog.txt"), listing);
  await dropDatabase(server, name);
  console.log("Wrote prisma/catalog.txt.");
});
