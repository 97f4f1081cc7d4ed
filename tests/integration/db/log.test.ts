import { expect, it } from "vitest";
import { prisma, transaction } from "#lib/db/index.ts";
import { createLogger } from "#lib/log.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { refusalOf } from "#tests/support/case.ts";

const { pool } = testDatabase();

const TARGET = "ana@acme.test";
const PAYLOAD = '{"text":"body-1"}';
const LIAR = `insert into action_log (key, run_id, kind, status, target, payload, payload_hash, failure, doubts)
  values ('k', 'r', 'send_email', 'failed', '${TARGET}', '${PAYLOAD}', notwice_sha256('${PAYLOAD}'), 'did_not_happen', 1)`;

function logged(error: unknown): { line: string; err: Record<string, unknown> } {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => void lines.push(line) });
  log.error({ err: error }, "refused");
  log.error(error);
  log.error({ err: error });
  expect(lines).toHaveLength(3);
  return { line: lines.join(""), err: JSON.parse(lines[0] ?? "").err };
}

function expectNoValue(line: string): void {
  for (const value of [TARGET, "body-1", "Failing row"]) expect(line).not.toContain(value);
}

it.each([
  ["through Prisma", () => prisma().$executeRawUnsafe(LIAR)],
  ["in a transaction", () => transaction((tx) => tx.$executeRawUnsafe(LIAR))],
  ["from the driver", () => pool.query(LIAR)],
])("what Postgres says of a refused row is not logged: %s", async (_way, write) => {
  const error = await refusalOf(write());
  const { line, err } = logged(error);
  expectNoValue(line);
  expect(err).toMatchObject({
    message: expect.stringContaining("action_log_proof_excludes_doubt"),
    sqlState: "23514",
    stack: expect.stringMatching(/^\s+at /),
  });
  expect(Object.keys(err).toSorted()).toEqual(["code", "message", "name", "sqlState", "stack"]);
});

it("nor the value that is none of its type, which stands in the message itself", async () => {
  const error = await refusalOf(prisma().$executeRaw`select ${TARGET}::text::int`);
  expect(error.message).toContain(TARGET);
  const { line, err } = logged(error);
  expectNoValue(line);
  expect(err).toMatchObject({
    message: expect.stringContaining("invalid input syntax for type integer"),
    sqlState: "22P02",
  });
  expectNoValue(logged(new Error(`the row was refused: ${error.message}`, { cause: error })).line);
});

it("nor the arguments of a call that Prisma itself refuses", async () => {
  const where = { id: 7, email: TARGET } as unknown as { id: string };
  const { line, err } = logged(await refusalOf(prisma().user.findUnique({ where })));
  expectNoValue(line);
  expect(err).toMatchObject({
    name: "PrismaClientValidationError",
    message: expect.stringContaining("Argument `id`"),
  });
});

it("nor what wrappers repeat of it, at any depth", async () => {
  const refused = await refusalOf(pool.query(LIAR));
  const detail = String(Reflect.get(refused, "detail"));
  expect(detail).toContain(TARGET);
  const wrapped = new Error(`the write failed: ${refused.message} ${detail}`, { cause: refused });
  const { line, err } = logged(
    new AggregateError([new Error("outer", { cause: wrapped }), refused], "the pass failed"),
  );
  expectNoValue(line);
  expect(err).toMatchObject({
    message: "the pass failed",
    errors: [{ cause: { cause: { sqlState: "23514" } } }, { sqlState: "23514" }],
  });
});
