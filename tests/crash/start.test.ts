import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { stopServer } from "#scripts/postgres/server.ts";
import { freePort } from "#scripts/process/ports.ts";
import { type StartProcess, startNotwice, survivors } from "#tests/support/start-process.ts";

const started: StartProcess[] = [];
const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "notwice-start-"));
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, { port, demo = false }: { port?: number; demo?: boolean } = {}) {
  const PORT = String(port ?? (await freePort()));
  const process = startNotwice({ NOTWICE_DATA_DIR: dataDir, PORT, NOTWICE_DEMO: demo ? "on" : "off" });
  started.push(process);
  return { process, port: Number(PORT) };
}

async function startReady(dataDir: string, options: { port?: number; demo?: boolean } = {}) {
  const { process, port } = await start(dataDir, options);
  await process.ready();
  return { process, port };
}

const postgresPid = async (dataDir: string) =>
  Number((await readFile(join(dataDir, "postgres", "data", "postmaster.pid"), "utf8")).split("\n")[0]);

const health = async (port: number) => (await fetch(`http://127.0.0.1:${port}/api/health`)).status;

afterEach(async () => {
  for (const process of started.splice(0)) process.kill("SIGKILL");
  for (const folder of folders.splice(0)) {
    await stopServer(folder);
    await rm(folder, { recursive: true, force: true });
  }
});

describe("npm start", () => {
  it("shows the accounts, keeps them and its secrets to its owner, and leaves no process when told to stop", async () => {
    const dataDir = await newFolder();
    const { process, port } = await startReady(dataDir, { demo: true });
    const family = [...process.family(), await postgresPid(dataDir)];
    expect(await health(port)).toBe(200);
    expect(family.length).toBeGreaterThanOrEqual(4);

    process.kill("SIGTERM");

    expect(await process.ended).toBe(0);
    expect(await survivors(family)).toEqual([]);
    const accounts = await readFile(join(dataDir, "accounts.json"), "utf8");
    for (const { email, password } of JSON.parse(accounts)) {
      expect(process.output()).toMatch(new RegExp(`${email} +${password}`));
    }
    for (const file of ["accounts.json", "secrets.json"]) {
      expect((await stat(join(dataDir, file))).mode & 0o777).toBe(0o600);
    }
  });

  it("refuses a second copy on the same data folder, and runs beside one on another", async () => {
    const dataDir = await newFolder();
    const first = await startReady(dataDir);

    const second = await start(dataDir);
    expect(await second.process.ended).toBe(1);
    expect(second.process.output()).toContain(
      `Notwice is already running on the data folder ${dataDir}: stop it first`,
    );

    const beside = await startReady(await newFolder());
    beside.process.kill("SIGINT");
    expect(await beside.process.ended).toBe(0);
    expect(await health(first.port)).toBe(200);
  });

  it("refuses a port that is taken, and stops what it had started", async () => {
    const dataDir = await newFolder();
    const taker = createServer();
    const port = await freePort();
    await new Promise<void>((resolve) => taker.listen(port, resolve));

    const { process } = await start(dataDir, { port });

    expect(await process.ended).toBe(1);
    expect(process.output()).toContain(`Port ${port} is taken by another program: set PORT to one that is free.`);
    expect(await stopServer(dataDir)).toBe(false);
    taker.close();
  });

  it("starts again after it was killed, its children gone, with the same accounts", async () => {
    const dataDir = await newFolder();
    const killed = await startReady(dataDir, { demo: true });
    const family = killed.process.family();

    killed.process.kill("SIGKILL");
    expect(await killed.process.ended).toBe("SIGKILL");
    expect(await survivors(family)).toEqual([]);
    const again = await startReady(dataDir, { port: killed.port });

    expect(await health(again.port)).toBe(200);
    const accounts = (output: string) => /Notwice is ready at .*\n\n((?: {2}.*\n)+)/.exec(output)?.[1];
    expect(accounts(again.process.output())).toBe(accounts(killed.process.output()));
    again.process.kill("SIGTERM");
    expect(await again.process.ended).toBe(0);
    // Its predecessor's database became its own.
    expect(await stopServer(dataDir)).toBe(false);
  });

  it("goes on when its database is killed", async () => {
    const dataDir = await newFolder();
    const { process: running, port } = await startReady(dataDir);

    process.kill(await postgresPid(dataDir), "SIGKILL");

    await expect.poll(running.output, { timeout: 30_000 }).toContain("The database went away and is back.");
    const ready = async () => (await fetch(`http://127.0.0.1:${port}/api/ready`)).status;
    await expect.poll(ready, { timeout: 30_000 }).toBe(200);
    running.kill("SIGTERM");
    expect(await running.ended).toBe(0);
  });
});
