import { beforeEach, describe, expect, it } from "vitest";
import { checkNewest } from "#lib/audit/index.ts";
import { testDatabase } from "#tests/setup/test-database.ts";
import { chain, seal, tamper, verify, write } from "./log.ts";

const { pool } = testDatabase();

/** Thirty rows under three seals, with gaps at 6 and 7, and two rows that are not sealed yet: 33 and 34. */
beforeEach(async () => {
  await tamper(pool, "truncate audit_log restart identity", "truncate audit_seal", "truncate audit_fence, audit_check");
  await write(pool, 5);
  await pool.query("select nextval('audit_log_id_seq'), nextval('audit_log_id_seq')");
  await write(pool, 5);
  await seal();
  await write(pool, 10);
  await seal();
  await write(pool, 10);
  await seal();
  await write(pool, 2);
});

const COPY = `insert into audit_log (id, actor_type, actor_id, action, subject_type, subject_id, at) overriding system value
  select $ID, actor_type, actor_id, action, subject_type, subject_id, at from audit_log where id = 3`;
const copyTo = (id: number): string => COPY.replace("$ID", String(id));

it("an untouched log has no fault, and says what is not sealed yet", async () => {
  const hash = (await chain(pool)).at(-1)?.hash;
  expect(await verify()).toMatchObject({ seals: 3, rows: 30, unsealedRows: 2, faults: 0, newestHash: hash });
});

describe("each column of a row", () => {
  it.each([
    "at = at + interval '1 microsecond'",
    "actor_type = 'person'",
    "actor_id = 'mailer-2'",
    "action = 'action.released'",
    "subject_type = 'review'",
    "subject_id = 'a-99'",
    "detail = detail || '{\"attempt\": 7}'",
    'detail = \'{"attempt": 9.0, "from": "failed"}\'',
    "via = 'screen'",
    "via = ''",
    "request_id = 'r'",
    "roles = '{admin}'",
    "roles = '{}'",
    "reason = 'because'",
    "address = '10.0.0.1'",
    "at = 'infinity'",
  ])("is sealed: %s", async (assignment) => {
    await tamper(pool, `update audit_log set ${assignment} where id = 12`);
    const { found } = await verify();
    expect(found).toMatchObject([{ kind: "row_changed", ids: ["12"], count: 1, sentence: "Row 12 was changed." }]);
  });
});

describe("what a superuser does to the rows", () => {
  it("is found where a row was removed", async () => {
    await tamper(pool, "delete from audit_log where id in (1, 20)");
    expect((await verify()).found).toMatchObject([
      { kind: "row_removed", ids: ["1"] },
      { kind: "row_removed", ids: ["20"] },
    ]);
  });

  it.each([-5, 0, 6])("is found where a row was inserted at the low id %i", async (id) => {
    await tamper(pool, copyTo(id));
    expect((await verify()).found).toMatchObject([{ kind: "row_inserted", ids: [String(id)] }]);
  });

  it("is found where two rows changed places", async () => {
    await tamper(
      pool,
      `update audit_log l set subject_id = o.subject_id, detail = o.detail, at = o.at
       from audit_log o where (l.id, o.id) in ((14, 15), (15, 14))`,
    );
    expect((await verify()).found).toMatchObject([{ kind: "row_changed", ids: ["14", "15"], count: 2 }]);
  });

  it("is found where the newest rows are gone, though only their seal tells of them", async () => {
    await tamper(pool, "delete from audit_log where id > 30");
    expect((await verify()).found).toMatchObject([{ kind: "row_removed", ids: ["31", "32"] }]);
  });

  it("is found where the log is gone, and many ids are named and all counted", async () => {
    await tamper(pool, "truncate audit_log");
    const { found } = await verify();
    expect(found.map(({ count }) => count)).toEqual([10, 10, 10]);
    await tamper(pool, "truncate audit_seal");
    expect((await verify()).faults).toBe(0);
  });
});

describe("what a superuser does to the seals", () => {
  it("is found where one was removed, with the rows or without", async () => {
    await tamper(pool, "delete from audit_seal where from_id = 13");
    expect((await verify()).kinds).toEqual(["seal_missing", "row_inserted"]);
    await tamper(pool, "delete from audit_log where id between 13 and 22");
    expect((await verify()).kinds).toEqual(["seal_missing"]);
  });

  it("is found where the first was removed", async () => {
    await tamper(pool, "delete from audit_seal where from_id = 1", "delete from audit_log where id < 13");
    expect((await verify()).kinds).toEqual(["seal_missing"]);
  });

  it.each([
    "hash = repeat('0', 64)",
    "at = at - interval '1 day'",
    "row_count = row_count - 1",
    "entries = ''",
    "entries = entries || '99 ' || repeat('0', 64) || E'\\n'",
    "form = 2",
    "previous_hash = 'x'",
    "to_id = to_id - 1",
    "from_id = from_id + 1",
  ])("is found where one was altered: %s", async (assignment) => {
    await tamper(pool, `update audit_seal set ${assignment} where from_id = 13`);
    const { kinds } = await verify();
    expect(kinds).toContain("seal_altered");
  });

  it("is found where a row was changed and its seal made to fit", async () => {
    await tamper(
      pool,
      "update audit_log set actor_id = 'x' where id = 15",
      `update audit_seal set entries = regexp_replace(entries, '15 .{64}', '15 ' || repeat('0', 64)) where from_id = 13`,
    );
    expect((await verify()).kinds).toEqual(["seal_altered", "row_changed"]);
  });
});

describe("the seals that were logged outside", () => {
  it("stand in the chain, every one", async () => {
    const logged = (await chain(pool)).map(({ hash }) => hash);
    expect(await verify({ expected: logged })).toMatchObject({ faults: 0 });
  });

  it("find that the newest rows were removed with their seal", async () => {
    const logged = (await chain(pool)).at(-1)?.hash ?? "";
    await tamper(pool, "delete from audit_seal where from_id = 23", "delete from audit_log where id >= 23");
    expect(await verify()).toMatchObject({ faults: 0 });
    expect((await verify({ expected: [logged] })).found).toMatchObject([
      { kind: "seal_unknown", sentence: expect.stringContaining(logged) },
    ]);
  });

  it("find that the whole chain was remade over changed rows", async () => {
    const logged = (await chain(pool)).map(({ hash }) => hash);
    await tamper(pool, "update audit_log set actor_id = 'x' where id = 15", "truncate audit_seal, audit_fence");
    await seal();
    expect(await verify()).toMatchObject({ faults: 0 });
    expect((await verify({ expected: logged })).kinds).toEqual(["seal_unknown", "seal_unknown", "seal_unknown"]);
  });
});

it("since a time only what was sealed then is read, behind the seal before it", async () => {
  const { rows } = await pool.query("select at from audit_seal where from_id = 23");
  expect(await verify({ since: rows[0].at })).toMatchObject({ seals: 1, rows: 10, unsealedRows: 2, faults: 0 });
  await tamper(pool, "update audit_log set via = 'x' where id in (2, 25)");
  expect((await verify({ since: rows[0].at })).found).toMatchObject([{ kind: "row_changed", ids: ["25"] }]);
  expect(await verify({ since: new Date("2100-01-01") })).toMatchObject({ seals: 0, rows: 0, unsealedRows: 2 });
});

describe("the reaper's own look at the newest seals", () => {
  const recorded = async () => (await pool.query("select faults from audit_check")).rows[0]?.faults;

  it("is recorded, and a fault stays in sight when newer rows are sealed behind it", async () => {
    expect(await checkNewest()).toEqual([]);
    await tamper(pool, "update audit_log set actor_id = 'x' where id = 25");
    expect(await checkNewest()).toMatchObject([{ kind: "row_changed", ids: ["25"] }]);
    for (let more = 0; more < 3; more += 1) {
      await write(pool, 1);
      await seal();
      await checkNewest();
    }
    expect(await recorded()).toMatchObject([{ kind: "row_changed", ids: ["25"] }]);
    await tamper(pool, "update audit_log set actor_id = 'mailer-1' where id = 25");
    await checkNewest();
    expect(await recorded()).toEqual([]);
  });
});
