import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  DriverAdapterError,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";
import { z } from "zod";
import { PRISMA_FOLDER, readMigrations, type Migration } from "./migrations.ts";

const BINDINGS_IMPORT = "./schema_engine_bg.js";
const CHAR_OID = 18;
const TEXT_OID = 25;

/** All that an engine needs to know before it is asked something. */
export const DATASOURCE: [string, string] = ["datasource.prisma", 'datasource db { provider = "postgresql" }'];

/** The engine records success afterwards; killed in between, it would leave a migration that no one can tell the fate of. */
const RECORD_WITH_SCRIPT = `
  update public._prisma_migrations set finished_at = now() where finished_at is null and rolled_back_at is null`;

export type SchemaEngine = bindings.SchemaEngine;

const engineError = z.object({ message: z.string() });
let loading: Promise<void> | undefined;

/** Lends Prisma's own schema engine, connected to `url`; its native form cannot be had everywhere, this one comes with npm. */
export async function withSchemaEngine<T>(url: string, use: (engine: SchemaEngine) => Promise<T>): Promise<T> {
  loading ??= load();
  await loading;
  const pool = new pg.Pool({ connectionString: url });
  pool.on("error", () => undefined);
  const adapter = bindMigrationAwareSqlAdapterFactory(migrationAdapter(pool));
  const engine = await bindings.SchemaEngine.new({ datamodels: [DATASOURCE] }, () => undefined, adapter);
  try {
    return await use(engine);
  } catch (error) {
    const parsed = engineError.safeParse(error);
    throw parsed.success ? new Error(parsed.data.message.trim(), { cause: error }) : error;
  } finally {
    engine.free();
    await pool.end();
  }
}

export const NO_FILTERS = { externalTables: [], externalEnums: [] };

export function migrationsList(migrations: Migration[] = readMigrations()) {
  return {
    baseDir: `${PRISMA_FOLDER}/migrations`,
    lockfile: { path: "migration_lock.toml", content: 'provider = "postgresql"\n' },
    shadowDbInitScript: "",
    migrationDirectories: migrations.map(({ name, sql }) => ({
      path: name,
      migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value: sql } },
    })),
  };
}

async function load(): Promise<void> {
  // The engine reports a panic here just before it fails; without it that would be a TypeError about this name.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: { set_message: (message: string) => process.stderr.write(`${message}\n`) },
  });
  const path = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm");
  const code = await readFile(path.replace(/schema_engine\.js$/, "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(code, { [BINDINGS_IMPORT]: withIdleTimers() });
  bindings.__wbg_set_wasm(instance.exports);
  const { __wbindgen_start: start } = instance.exports;
  if (typeof start !== "function") throw new Error("Invariant: the schema engine has no start function");
  Reflect.apply(start, undefined, []);
}

/** The engine leaves its ten-second lock timer behind, which would hold up the end of every command that migrates. */
function withIdleTimers(): WebAssembly.ModuleImports {
  const timers = Object.keys(bindings).filter((name) => name.startsWith("__wbg_setTimeout_"));
  const start = (callback: () => void, ms: number) => setTimeout(callback, ms).unref();
  return { ...bindings, ...Object.fromEntries(timers.map((name) => [name, start])) };
}

function migrationAdapter(pool: pg.Pool): SqlMigrationAwareDriverAdapterFactory {
  const charColumns = new WeakMap<object, number[]>();
  const factory = new PrismaPg(hideCharType(pool, charColumns));
  const patched = (adapter: SqlDriverAdapter) => {
    // The adapter would cut the script at every semicolon; as one simple query it is also one transaction.
    adapter.executeScript = async (script) => {
      await pool.query(`${script}\n;${RECORD_WITH_SCRIPT}`).catch(reportToEngine);
    };
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const result = await queryRaw(query);
      for (const column of charColumns.get(result.rows) ?? []) result.columnTypes[column] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  };
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => patched(await factory.connect()),
    connectToShadowDb: () => factory.connectToShadowDb(),
  };
}

/** As the adapter itself reports errors, so that the engine can record and repeat what Postgres said. */
function reportToEngine(error: unknown): never {
  if (!(error instanceof pg.DatabaseError)) throw error;
  const { code = "", severity = "ERROR", message, detail, column, hint } = error;
  throw new DriverAdapterError({ kind: "postgres", code, severity, message, detail, column, hint });
}

/** The adapter refuses Postgres's internal one-letter type, which the engine asks for: passed off as text, and noted. */
function hideCharType(pool: pg.Pool, charColumns: WeakMap<object, number[]>): pg.Pool {
  const send = pool.query.bind(pool) as (...query: unknown[]) => Promise<pg.QueryResult>;
  const query = async (...args: unknown[]) => {
    const result = await send(...args);
    const hidden = (result.fields ?? []).flatMap((field, column) => (field.dataTypeID === CHAR_OID ? [column] : []));
    for (const column of hidden) Object.assign(result.fields[column] ?? {}, { dataTypeID: TEXT_OID });
    if (hidden.length > 0) charColumns.set(result.rows, hidden);
    return result;
  };
  return Object.assign(pool, { query });
}
