import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PLACES = ["/usr/bin/redis-server", "/usr/local/bin/redis-server", "/opt/homebrew/bin/redis-server"];
const READY = /Ready to accept connections/;

/** The Redis that is there, or Debian's, installed where we may; null where there is none and we may not. */
export function findRedis(): string | null {
  const found = PLACES.find(existsSync);
  if (found !== undefined) return found;
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return null;
  const options = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" }, stdio: "ignore" } as const;
  spawnSync("apt-get", ["update", "-qq"], options);
  spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "redis-server"], options);
  return PLACES.find(existsSync) ?? null;
}

/** A shell that ends Redis when its own input ends, because we said so or because we are gone. */
const UNTIL_INPUT_ENDS = '"$@" & read -r _; kill $!; wait $!';

export interface RedisServer {
  port: number;
  stop(): Promise<void>;
}

/** A real Redis on a free port, which keeps nothing. */
export async function startRedis(binary: string): Promise<RedisServer> {
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), "notwice-redis-"));
  const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir];
  const server = spawn("sh", ["-c", UNTIL_INPUT_ENDS, "sh", binary, ...options], { stdio: ["pipe", "pipe", "ignore"] });
  const exited = once(server, "exit");
  await new Promise<void>((resolve, reject) => {
    createInterface(server.stdout).on("line", (line) => READY.test(line) && resolve());
    void exited.then(() => reject(new Error("Redis ended before it was ready")));
  });
  return {
    port,
    async stop() {
      server.stdin.end();
      await exited;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
