import { afterEach, describe, expect, it } from "vitest";
import { findRuleIssues, verifyRuleSchema } from "#lib/verification/index.ts";
import { givenRule } from "./rules.ts";

/** The refusals of a rule, each with its field. */
function refusals(over: Record<string, unknown>): string[] {
  const parsed = verifyRuleSchema.safeParse(givenRule(over));
  return parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
}

describe("a rule", () => {
  it("gets its defaults", () => {
    expect(verifyRuleSchema.parse(givenRule())).toMatchObject({
      method: "GET",
      quietSeconds: 60,
      tries: 5,
      timeoutMs: 5000,
    });
  });

  it("may be a function of this installation", () => {
    expect(verifyRuleSchema.parse({ by: "code", tries: 2 })).toEqual({
      by: "code",
      quietSeconds: 60,
      tries: 2,
      timeoutMs: 5000,
    });
  });

  it.each(["verify", "Landed", "quiet"])("with a field that is none of ours, %s, is refused", (name) => {
    expect(refusals({ [name]: 1 })).toEqual([expect.stringContaining(name)]);
  });

  it.each([
    ["no status", { landed: { status: [] } }, "landed.status must name at least one status"],
    ["a redirect as proof", { landed: { status: [302] } }, "landed.status.0 must be a status that says something"],
    ["a fault of theirs as proof", { absent: { status: [500] } }, "absent.status.0 must be a status"],
    ["a refusal as proof", { absent: { status: [401] } }, "absent.status.0 must be a status"],
    ["too many questions as proof", { absent: { status: [429] } }, "absent.status.0 must be a status"],
    [
      "a condition without a test",
      { landed: { status: [200], match: [{ pointer: "/a" }] } },
      "landed.match.0 must have exactly one",
    ],
    [
      "a condition with two",
      { landed: { status: [200], match: [{ pointer: "/a", exists: true, equals: 1 }] } },
      "landed.match.0 must have exactly one",
    ],
    [
      "what is no pointer",
      { landed: { status: [200], match: [{ pointer: "a.b", exists: true }] } },
      "landed.match.0.pointer must be a JSON pointer",
    ],
    ["no tries", { tries: 0 }, "tries"],
    ["a longer wait than a pass has", { timeoutMs: 60_000 }, "timeoutMs"],
    ["a body that GET does not send", { body: { a: "{key}" } }, "body is sent with POST only"],
  ])("with %s is refused", (_what, over, refusal) => {
    expect(refusals(over)).toContainEqual(expect.stringContaining(refusal));
  });
});

describe("a template", () => {
  it.each([
    ["an unknown field", "https://api.example.com/{id}", "names an unknown field, {id}; known are key,"],
    [
      "a secret in the address",
      "https://api.example.com/{key}?t={env:NOTWICE_SECRET_A}",
      "names an unknown field, {env:",
    ],
    ["a field that only looks right", "https://api.example.com/{run_id}", "names an unknown field, {run_id}"],
    ["a path into the payload that is no pointer", "https://api.example.com/{payload.to}", "like {payload./to}"],
    ["a brace of its own", "https://api.example.com/{key", "holds a single {"],
    ["a host that the action would choose", "https://{target}/{key}", "must begin with https:// and a host of its own"],
    ["a host that ends in the action's words", "https://api.{payload./to}/{key}", "must begin with https://"],
    ["a port that the action would choose", "https://api.example.com:{step}/{key}", "must begin with https://"],
    ["a user name", "https://me:secret@api.example.com/{key}", "must begin with https://"],
    ["another protocol", "file:///etc/{key}", "must begin with https://"],
    ["a fragment", "https://api.example.com/#{key}", "may hold no #"],
    ["the same question for all", "https://api.example.com/messages", "asks the same for every action"],
    ["the same question for all of the kind", "https://api.example.com/{kind}", "asks the same for every action"],
  ])("with %s is refused", (_what, url, refusal) => {
    expect(refusals({ url })).toEqual([expect.stringContaining(refusal)]);
  });

  it("may stand in a body, wherever that holds text, and hold braces", () => {
    const body = { query: 'query {{ message(key: "{key}") {{ id }} }}', list: [{ run: "{runId}" }] };
    expect(refusals({ method: "POST", url: "https://api.example.com/graphql", body })).toEqual([]);
    expect(refusals({ method: "POST", body: { list: [{ run: "{run}" }] } })).toEqual([
      expect.stringContaining("{run}"),
    ]);
  });
});

describe("a header", () => {
  it.each([
    [{ authorization: "Bearer sk_live_1234567890" }, "headers.authorization holds a secret"],
    [{ "X-Api-Key": "1234567890" }, "headers.X-Api-Key holds a secret"],
    [{ authorization: "Bearer ${env:DATABASE_URL}" }, "headers.authorization may refer to secrets only as"],
    [{ authorization: "Bearer ${env:AUTH_SECRET}" }, "headers.authorization may refer to secrets only as"],
    [{ authorization: "Bearer ${NOTWICE_SECRET_CHAT}" }, "headers.authorization may refer to secrets only as"],
    [{ host: "internal" }, "headers.host is set by the request itself"],
    [{ "x y": "1" }, "headers.x y is no name of a header"],
    [{ "x-a": "1\r\nx-b: 2" }, "headers.x-a may hold printable ASCII only"],
  ])("%j is refused", (headers, refusal) => {
    expect(refusals({ headers })).toEqual([expect.stringContaining(refusal)]);
  });
});

describe("landed and absent", () => {
  const same = (landed: unknown[], absent: unknown[]) =>
    refusals({ landed: { status: [200, 201], match: landed }, absent: { status: [200], match: absent } });

  it.each([
    ["are the same", [], []],
    ["differ in what only one of them looks at", [{ pointer: "/a", equals: 1 }], [{ pointer: "/b", equals: 1 }]],
    ["can both hold of one value", [{ pointer: "/a", exists: true }], [{ pointer: "/a", equals: 1 }]],
    ["compare a text with the key", [{ pointer: "/a", matches: "key" }], [{ pointer: "/a", equals: "none" }]],
    [
      "look for two things that are both missing",
      [{ pointer: "/a", exists: false }],
      [{ pointer: "/a/b", exists: false }],
    ],
  ])("that %s overlap and are refused", (_what, landed, absent) => {
    expect(same(landed, absent)).toEqual([
      expect.stringContaining("absent overlaps with landed: an answer with status 200"),
    ]);
  });

  it.each([
    ["there and missing", [{ pointer: "/a", exists: true }], [{ pointer: "/a", exists: false }]],
    ["one value and another", [{ pointer: "/a", equals: 1 }], [{ pointer: "/a", equals: 2 }]],
    [
      "something in a list and an empty list",
      [{ pointer: "/a/0/id", matches: "key" }],
      [{ pointer: "/a", empty: true }],
    ],
    ["something below and nothing above", [{ pointer: "/a/b", exists: true }], [{ pointer: "/a", exists: false }]],
    ["the key and a number", [{ pointer: "/a", matches: "key" }], [{ pointer: "/a", equals: 0 }]],
  ])("that are told apart by %s are taken", (_what, landed, absent) => {
    expect(same(landed, absent)).toEqual([]);
    expect(same(absent, landed)).toEqual([]);
  });

  it("that differ in their status are taken", () => {
    expect(refusals({ landed: { status: [200] }, absent: { status: [404] } })).toEqual([]);
  });

  it("of which one can never match is refused", () => {
    const match = [
      { pointer: "/a", exists: false },
      { pointer: "/a/b", matches: "key" },
    ];
    expect(refusals({ landed: { status: [200], match }, absent: { status: [404] } })).toEqual([
      "landed can never match: two of its conditions exclude each other",
    ]);
  });
});

describe("an address, before a rule is saved,", () => {
  afterEach(() => {
    delete process.env["NOTWICE_PRIVATE_HOSTS"];
  });

  const issues = (url: string) => findRuleIssues(verifyRuleSchema.parse(givenRule({ url })));

  it.each([
    "http://api.example.com/{key}",
    "https://localhost/{key}",
    "https://127.0.0.1/{key}",
    "https://0x7f.1/{key}",
    "https://[::1]/{key}",
    "https://10.0.0.8/{key}",
    "https://169.254.169.254/latest/{key}",
    "https://[::ffff:169.254.169.254]/{key}",
  ])("%s is refused by its field", (url) => {
    expect(issues(url)).toEqual([{ field: "verify.url", message: expect.stringMatching(/^The address /) }]);
  });

  it("is taken when it is public, or when the installation names its host", () => {
    expect(issues("https://api.example.com/{key}")).toEqual([]);
    process.env["NOTWICE_PRIVATE_HOSTS"] = "127.0.0.1:4010";
    expect(issues("http://127.0.0.1:4010/{key}")).toEqual([]);
  });
});
