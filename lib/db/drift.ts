import { readMigrations, readSchemaFiles, type Migration } from "./migrations.ts";
import { DATASOURCE, migrationsList, NO_FILTERS, withSchemaEngine } from "./schema-engine.ts";

/** The SQL that would turn the database into what the Prisma schema says; empty if it is that already. */
export async function findDrift(url: string): Promise<string> {
  const [path, content] = DATASOURCE;
  const { stdout } = await withSchemaEngine(url, (engine) =>
    engine.diff({
      from: { tag: "schemaDatasource", files: [{ path, content }], configDir: "" },
      to: { tag: "schemaDatamodel", files: readSchemaFiles() },
      script: true,
      exitCode: null,
      filters: NO_FILTERS,
    }),
  );
  const statements = (stdout ?? "").trim();
  return statements === "-- This is an empty migration." ? "" : statements;
}

/** How the history that the database records departs from the migrations given, one sentence each. */
export async function findHistoryFaults(url: string, migrations: Migration[] = readMigrations()): Promise<string[]> {
  const { editedMigrationNames, failedMigrationNames, history } = await withSchemaEngine(url, (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList: migrationsList(migrations),
      optInToShadowDatabase: false,
      filters: NO_FILTERS,
    }),
  );
  return [
    ...editedMigrationNames.map((name) => `${name} was edited after it was applied`),
    ...failedMigrationNames.map((name) => `${name} failed`),
    ...(history && "unappliedMigrationNames" in history ? history.unappliedMigrationNames : []).map(
      (name) => `${name} is not applied`,
    ),
    ...(history && "unpersistedMigrationNames" in history ? history.unpersistedMigrationNames : []).map(
      (name) => `${name} is missing here`,
    ),
  ];
}
