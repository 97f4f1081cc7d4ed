import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, describe, expect, it } from "vitest";
import { dataDirectory, ROOT } from "#scripts/paths.ts";
import { startServer, stopServer } from "#scripts/postgres/server.ts";

const run = promisify(execFile);
const folders: string[] = [];

async function newDataDir(): Promise<string> {
  // As mktemp makes it: closed to everyone else, the server's own user under root included.
  const folder = await mkdtemp(join(tmpdir(), "notwice-test-"));
  folders.push(folder);
  return dataDirectory(join(folder, "data"));
}

afterEach(async () => {
  for (const folder of folders.splice(0)) {
    await stopServer(join(folder, "data"));
    await rm(folder, { recursive: true, force: true });
  }
});

async function ask(url: string, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(question);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

const pidFile = (dataDir: string) => join(dataDir, "postgres", "data", "postmaster.pid");

async function serverPid(dataDir: string): Promise<number> {
  return Number((await readFile(pidFile(dataDir), "utf8")).split("\n")[0]);
}

describe("the embedded Postgres", () => {
  it("is real: it listens on loopback only, asks for its password and syncs to disk", async () => {
    const server = await startServer(await newDataDir());
    const url = server.url("postgres");

    expect(new URL(url).hostname).toBe("127.0.0.1");
    expect(await ask(url, "select current_setting('listen_addresses') as answer")).toBe("127.0.0.1");
    expect(await ask(url, "select current_setting('fsync') as answer")).toBe("on");
    expect(await ask(url, "select current_setting('max_connections')::int as answer")).toBe(200);
    await expect(ask(url.replace(/:[^:@]+@/, ":wrong@"), "select 1 as answer")).rejects.toThrow("password");
  });

  it("is used again while it runs, and comes back at the same place after a stop", async () => {
    const dataDir = await newDataDir();
    const first = await startServer(dataDir);
    const pid = await serverPid(dataDir);

    expect((await startServer(dataDir)).url("x")).toBe(first.url("x"));
    expect(await serverPid(dataDir)).toBe(pid);

    expect(await stopServer(dataDir)).toBe(true);
    expect(await stopServer(dataDir)).toBe(false);
    expect((await startServer(dataDir)).url("x")).toBe(first.url("x"));
  });

  it("is one server, though several start it together on an empty folder", async () => {
    const dataDir = await newDataDir();

    const servers = await Promise.all(Array.from({ length: 4 }, () => startServer(dataDir)));

    expect(new Set(servers.map((server) => server.url("x"))).size).toBe(1);
    expect(await readdir(dataDir)).toEqual(["postgres"]);
  });

  it("starts again after it was killed, with what was committed", async () => {
    const dataDir = await newDataDir();
    const url = (await startServer(dataDir)).url("postgres");
    await ask(url, "create table kept as select 7 as n");

    process.kill(await serverPid(dataDir), "SIGKILL");
    const again = await startServer(dataDir);

    expect(await ask(again.url("postgres"), "select n as answer from kept")).toBe(7);
  });

  it("is not kept from starting by a stranger who got its process number", async () => {
    const dataDir = await newDataDir();
    await startServer(dataDir);
    const recorded = await readFile(pidFile(dataDir), "utf8");
    await stopServer(dataDir);
    await writeFile(pidFile(dataDir), recorded.replace(/^\d+/, String(process.pid)));

    expect(await stopServer(dataDir)).toBe(false);
    expect(await ask((await startServer(dataDir)).url("postgres"), "select 7 as answer")).toBe(7);
  });

  it("does not disturb one of another data folder", async () => {
    const [one, other] = [await newDataDir(), await newDataDir()];
    await startServer(one);
    const stays = await startServer(other);

    await stopServer(one);

    expect(await ask(stays.url("postgres"), "select 7 as answer")).toBe(7);
  });

  it("outlives the command that started it, whose output is the address and nothing else", async () => {
    const dataDir = await newDataDir();
    const env = { ...process.env, NOTWICE_DATA_DIR: dataDir };

    const { stdout, stderr } = await run(process.execPath, ["scripts/db/url.ts", "--fresh"], { cwd: ROOT, env });

    expect(stderr).toBe("");
    expect(stdout).toMatch(/^postgresql:\/\/\S+\n$/);
    expect(await ask(stdout.trim(), "select count(*)::int as answer from action_log")).toBe(0);
  });
});

describe("a data folder that cannot be written to", () => {
  it.each(["/proc/notwice", "/dev/null/notwice"])("is refused in one sentence: %s", (folder) => {
    expect(() => dataDirectory(folder)).toThrow(/^The data folder \S+ is not writable \(.*\); set NOTWICE_DATA_DIR/);
  });
});
