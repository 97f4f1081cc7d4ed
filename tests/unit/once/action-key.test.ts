import { createHash } from "node:crypto";
import { actionKey, payloadHash } from "@notwice/once";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const hash = payloadHash({ subject: "Hello" });
const parts = { runId: "run-42", step: 3, kind: "send_email", target: "ana@acme.test", payloadHash: hash };

describe("actionKey", () => {
  it("is the well-known formula, byte for byte", () => {
    const joined = `run-42 3 send_email ana@acme.test ${hash}`;
    expect(actionKey(parts)).toBe(createHash("sha256").update(joined).digest("hex"));
  });

  it("is another key for every part that differs", () => {
    const keys = [
      parts,
      { ...parts, runId: "run-43" },
      { ...parts, step: 4 },
      { ...parts, kind: "post_message" },
      { ...parts, target: "bo@acme.test" },
      { ...parts, payloadHash: payloadHash({ subject: "Hello!" }) },
    ].map(actionKey);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("is unambiguous although targets may hold spaces", () => {
    const word = fc.stringMatching(/^[^\s\0]{1,8}$/u);
    const target = fc.stringMatching(/^[a-z][a-z 0-9]{0,12}$/);
    const intent = fc.record({ runId: word, step: fc.nat(20), kind: word, target });
    fc.assert(
      fc.property(intent, intent, (one, other) => {
        const same = JSON.stringify(one) === JSON.stringify(other);
        const keys = [one, other].map((each) => actionKey({ ...each, payloadHash: hash }));
        expect(keys[0] === keys[1]).toBe(same);
      }),
    );
  });

  describe("case 13: a part that would make two intents share a key is refused by name", () => {
    const bad: [keyof typeof parts, unknown][] = [
      ["runId", undefined],
      ["runId", ""],
      ["runId", "run 42"],
      ["runId", "run\u00a042"],
      ["runId", "run\0"],
      ["runId", "run\ud800"],
      ["step", undefined],
      ["step", -1],
      ["step", 1.5],
      ["step", "1"],
      ["step", Number.NaN],
      ["step", 2 ** 31],
      ["kind", ""],
      ["kind", "send email"],
      ["kind", 7],
      ["target", undefined],
      ["target", ""],
      ["target", "  \n"],
      ["payloadHash", undefined],
      ["payloadHash", "abc"],
      ["payloadHash", hash.toUpperCase()],
    ];
    it.each(bad)("%s: %j", (field, value) => {
      const refused = () => actionKey({ ...parts, [field]: value });
      expect(refused).toThrow(TypeError);
      expect(refused).toThrow(new RegExp(`^${field}: `));
    });
  });
});

describe("payloadHash", () => {
  it("case 12: does not depend on the order of names, and does on that of arrays", () => {
    expect(payloadHash({ a: 1, b: { é: [1, 2], ä: "ö" } })).toBe(payloadHash({ b: { ä: "ö", é: [1, 2] }, a: 1 }));
    expect(payloadHash([1, 2])).not.toBe(payloadHash([2, 1]));
    expect(payloadHash({ n: 1 })).toBe(payloadHash({ n: 1.0 }));
    expect(payloadHash({ a: 1, A: 2 })).toBe(payloadHash({ A: 2, a: 1 }));
    expect(payloadHash({ a: 1, A: 2 })).not.toBe(payloadHash({ a: 2, A: 1 }));
  });

  it("survives a JSON round trip of any JSON value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(payloadHash(value)).toBe(payloadHash(JSON.parse(JSON.stringify(value))));
      }),
    );
  });

  it("is that of the RFC 8785 example", () => {
    const example = {
      // oxlint-disable-next-line no-loss-of-precision -- the RFC's own example
      numbers: [333333333.33333329, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: "\u20ac$\u000f\u000aA'\u0042\u0022\u005c\\\"/",
      literals: [null, true, false],
    };
    const canonical =
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
      '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}';
    expect(payloadHash(example)).toBe(createHash("sha256").update(canonical).digest("hex"));
  });

  it("keeps a name that an object literal would swallow", () => {
    expect(payloadHash(JSON.parse('{"__proto__":{"a":1}}'))).not.toBe(payloadHash({}));
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = { cycle };
  const bad: [string, unknown][] = [
    ["payload: undefined", undefined],
    ["payload.a: undefined", { a: undefined }],
    ["payload.to[1]: undefined", { to: ["x", undefined] }],
    ["payload[0]: undefined", Array(1)],
    ["payload.f: a function", { f: () => 1 }],
    ["payload.n: NaN", { n: Number.NaN }],
    ["payload.n: Infinity", { n: Number.POSITIVE_INFINITY }],
    ["payload.n: a bigint", { n: 1n }],
    ["payload.s: a symbol", { s: Symbol("s") }],
    ["payload.t: a lone surrogate", { t: "\ud83d" }],
    ["payload, a name in it: a lone surrogate", { "\ud83d": 1 }],
    ["payload.self.cycle: a cycle", cycle],
    ["payload.m: a Map", { m: new Map() }],
    ["payload: a symbol as a name", { [Symbol("s")]: 1 }],
  ];
  it.each(bad)("refuses by name and path: %s", (message, value) => {
    expect(() => payloadHash(value)).toThrow(TypeError);
    expect(() => payloadHash(value)).toThrow(message);
  });

  it("takes a date for its text, and one object in two places for no cycle", () => {
    const at = new Date(0);
    expect(payloadHash({ at })).toBe(payloadHash({ at: "1970-01-01T00:00:00.000Z" }));
    const shared = { x: 1 };
    expect(payloadHash([shared, shared])).toBe(payloadHash([{ x: 1 }, { x: 1 }]));
  });
});
