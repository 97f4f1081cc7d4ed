import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Turn, TurnResult } from "./serve.ts";

const PGBENCH = "/usr/lib/postgresql/15/bin/pgbench";
const THREADS = 2;
const DONE = /number of transactions actually processed: (\d+)/;

/** The plain pattern's two statements without a line of JavaScript: what the server itself can do. */
const SCRIPT = `
insert into plain_action_log (key, run_id, kind, status, attempted_at)
  values (gen_random_uuid()::text, gen_random_uuid()::text, 'bench', 'in_flight', now()) on conflict do nothing returning key \\gset
update plain_action_log set status = 'succeeded', result = '{"messageId": "<1@acme.test>"}', completed_at = now()
  where key = :'key';
`;

export const hasPgbench = (): boolean => existsSync(PGBENCH);

export async function runPgbench(url: string, { callers, forMs }: Turn): Promise<TurnResult> {
  const dir = await mkdtemp(join(tmpdir(), "notwice-pgbench-"));
  try {
    const file = join(dir, "plain.sql");
    await writeFile(file, SCRIPT);
    const seconds = Math.ceil(forMs / 1000);
    const threads = Math.min(THREADS, callers);
    const options = ["--no-vacuum", `--file=${file}`, `--client=${callers}`, `--jobs=${threads}`, `--time=${seconds}`];
    const { stdout, stderr } = spawnSync(PGBENCH, [...options, url], { encoding: "utf8" });
    const actions = DONE.exec(stdout)?.[1];
    if (actions === undefined) throw new Error(`pgbench: ${stderr}`);
    return { actions: Number(actions), seconds };
  } finally {
    await rm(dir, { recursive: true });
  }
}
