import { describe, expect, it } from "vitest";
import { fillBody, fillUrl } from "#lib/verification/fill-template.ts";
import { verifyRuleSchema } from "#lib/verification/index.ts";
import { maskSecrets } from "#lib/verification/mask-secrets.ts";
import { matchAnswer } from "#lib/verification/match-answer.ts";
import { readPointer } from "#lib/verification/read-pointer.ts";
import { givenRule, KEY, verifiedAction } from "./rules.ts";

describe("a filled address", () => {
  const fill = (template: string, over = {}) => fillUrl(`https://api.example.com/${template}`, verifiedAction(over));

  it.each([
    ["{key}", KEY],
    ["{runId}/{step}/{kind}/{attempt}", "run-1/0/post_message/1"],
    ["?to={target}", "?to=%23sales%20%26%20more"],
    ["{payload./lines/0/sku}", "a%2Fb"],
    ["{payload./odd~1name}", "x"],
    ["{{{step}}}", "{0}"],
  ])("%s becomes %s", (template, path) => {
    expect(fill(template)).toBe(`https://api.example.com/${path}`);
  });

  it.each([
    ["a field the action lacks", "{target}", { target: null }, "has no {target}"],
    ["a payload that is not stored", "{payload./to}", { payload: undefined }, "has no {payload./to}"],
    ["a path that leads nowhere", "{payload./lines/length}", {}, "has no {payload./lines/length}"],
    ["more than one value", "{payload./lines}", {}, "holds more than one value at {payload./lines}"],
    ["an empty value", "m/{target}", { target: "" }, "{target} is empty"],
    ["a value that climbs", "m/{target}/x", { target: ".." }, "another path"],
    ["values that climb together", "m/{target}{runId}/x", { target: ".", runId: "." }, "another path"],
  ])("is refused for %s", (_what, template, over, refusal) => {
    expect(() => fill(template, over)).toThrow(refusal);
  });

  it("says no value in a refusal", () => {
    expect(() => fill("{payload./lines}")).toThrow(/^(?!.*a\/b)/);
  });
});

it("a filled body keeps its shape, and a number stays one", () => {
  const body = { key: "{key}", attempt: "{attempt}", text: "n {attempt}", list: [true, null, "{payload./to}"] };
  expect(fillBody(body, verifiedAction())).toEqual({
    key: KEY,
    attempt: 1,
    text: "n 1",
    list: [true, null, "ana@acme.test"],
  });
});

describe("a pointer", () => {
  it.each([
    ["", { a: [1] }, { a: [1] }],
    ["/a/0", { a: [1] }, 1],
    ["/a/00", { a: [1] }, undefined],
    ["/a/length", { a: [1] }, undefined],
    ["/a~1b/~01", { "a/b": { "~1": 2 } }, 2],
    ["/toString", {}, undefined],
    ["/a/b", { a: "text" }, undefined],
  ])("%j into %j", (pointer, document, found) => {
    expect(readPointer(document, pointer)).toEqual(found);
  });
});

describe("an answer", () => {
  const rule = verifyRuleSchema.parse(givenRule());
  const match = (status: number, document: unknown) => {
    if (rule.by === "code") throw new Error("not by code");
    return matchAnswer(rule, KEY, { status, document });
  };

  it("with the action's own key is landed, and says by what", () => {
    expect(match(200, { messages: [{ client_id: KEY }] })).toEqual({
      answer: "landed",
      matched: ["status 200", "/messages/0/client_id is the action's key"],
    });
  });

  it("with an empty list is absent", () => {
    expect(match(200, { messages: [] })).toMatchObject({
      answer: "absent",
      matched: ["status 200", "/messages is empty"],
    });
  });

  it.each([
    ["another's key", 200, { messages: [{ client_id: "b".repeat(64) }] }, "meets neither rule"],
    ["no list", 200, { ok: false }, "meets neither rule"],
    ["a list that is null", 200, { messages: null }, "meets neither rule"],
    ["no JSON", 200, undefined, "is no JSON"],
    ["404", 404, { messages: [] }, "404 is in neither rule"],
    ["a fault", 500, { messages: [] }, "500 is in neither rule"],
    ["a redirect", 302, undefined, "redirects are not followed"],
  ])("with %s says nothing", (_what, status, document, problem) => {
    expect(match(status, document)).toEqual({
      answer: "inconclusive",
      matched: [],
      problem: expect.stringContaining(problem),
    });
  });
});

it("a secret is taken out of an answer in every form in which it may come back", () => {
  const secret = 's"cret/€ 1';
  const forms = [secret, JSON.stringify(secret), encodeURIComponent(secret), Buffer.from(secret).toString("base64")];
  const masked = maskSecrets(forms.join("\n"), [secret, `${secret} longer`]);
  expect(masked).toBe('[secret]\n"[secret]"\n[secret]\n[secret]');
});
