import { describe, expect, it } from "vitest";
import { changedSpan, touches } from "#scripts/mutate/changed-span.ts";
import { findGuards } from "#scripts/mutate/find-guards.ts";
import { findSchemaRules } from "#scripts/mutate/find-schema-rules.ts";
import { drop, swap } from "#scripts/mutate/mutant.ts";

function guardsOf(source: string): string[] {
  return findGuards("x.ts", source).map(({ text }) => text);
}

const sql = (text: string) => `const TEXT = Prisma.sql\`${text}\`;`;

describe("the guards of a file", () => {
  it.each([
    ["an update", "update t set a = 1 where key = $1 and a = 2 and b > c returning a", ["a = 2", "b > c"]],
    [
      "an update in a CTE, whatever its subqueries say",
      "with u as (update t set a = (select 1 where x = 1) from s where t.key = s.key and t.a = s.a) select 1 where y = 2",
      ["t.a = s.a"],
    ],
    [
      "an insert from a select",
      "insert into t (a) select 1 from s where s.b on conflict (a) where c do nothing",
      ["s.b"],
    ],
    ["a lock", "select 1 from t where a = 1 order by key for update skip locked", ["a = 1"]],
    [
      "a subquery as one",
      "update t set a = 1 where not exists (select from s where s.a = 1 and s.b = 2)",
      ["not exists (select from s where s.a = 1 and s.b = 2)"],
    ],
    ["a range as one", "update t set a = 1 where b between 1 and 2 and c = 3", ["b between 1 and 2", "c = 3"]],
    [
      "conditions that statements are put together from",
      "${a}.b = 1\n and ${a}.c = 'and'",
      ["${a}.b = 1", "${a}.c = 'and'"],
    ],
    ["nothing of a read", "select a from t where a = 1 and b = 2", []],
    ["nothing of a column", "case when a = 1 and b = 2 then 3 end", []],
    ["nothing of a comment or a quote", "select 'update t where a and b' -- update t set a where b and c", []],
    [
      "what is interpolated, where it stands itself",
      "update t set a = 1 where ${chosen} and ${also} and b = ${b}",
      ["b = ${b}"],
    ],
  ])("are those of %s", (_of, text, expected) => {
    expect(guardsOf(sql(text))).toEqual(expected);
  });

  it("are found in templates within templates, and not in code", () => {
    const source = "/* `where a and b` */ const f = `select ${g(`update t set a = 1 where b = '}'`)} where c`;";
    expect(guardsOf(source)).toEqual(["b = '}'"]);
  });
});

it("the rules of a migration are its triggers, its unique indexes and its named constraints", () => {
  const migration = `create table t (
      a int check (a > 0),
      constraint b check (a > 0 and (a < 9)),
      constraint c unique (a)
    );
    create unique index d on t (a) where a > 0; create index e on t (a);
    create trigger f before insert on t for each row execute function g();`;
  const found = findSchemaRules("m.sql", migration).map(({ text }) => text);
  expect(found).toEqual(["create trigger f", "create unique index d", "constraint b", "constraint c"]);
});

describe("a change breaks", () => {
  const source = "where a = 1 and b = 2";
  const [first, second] = [
    { start: 6, end: 11 },
    { start: 16, end: 21 },
  ];

  it.each([
    ["what it drops", drop("x", "and b = 2"), [false, true]],
    ["what it replaces, and not what it repeats", swap("x", "where a = 1 and", "where true and"), [true, false]],
    ["what it puts something into", swap("x", "b = 2", "b = 2 + 1"), [false, true]],
    ["both, where it runs over both", swap("x", "a = 1 and b = 2", "true"), [true, true]],
  ])("%s", (_what, change, expected) => {
    const span = changedSpan(change, source);
    expect([touches(span, first), touches(span, second)]).toEqual(expected);
  });
});
