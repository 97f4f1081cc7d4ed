import { describe, expect, it } from "vitest";
import { readDraft, toDraft } from "#components/policies/editor/draft.ts";
import { saySpan, sayValue } from "#components/policies/policy-words.ts";
import { givenFieldsSchema, policyFieldsSchema } from "#lib/policies/contract.ts";

const FIELDS = policyFieldsSchema.parse({ redact: ["/text"] });
const BASE = toDraft(FIELDS);

describe("what a form gives", () => {
  it("is nothing where nothing differs", () => {
    expect(readDraft(BASE, BASE)).toEqual({ given: {}, changed: [], problems: {} });
  });

  it("is only what differs, as the server reads it", () => {
    const draft = {
      ...BASE,
      recovery: "verify",
      staleAfterSeconds: " 1200 ",
      "signOffs.resend": "2",
      "signOffs.dismiss": "1",
      paused: "yes",
      redact: "/text\n /to ",
      verify: '{"by":"code"}',
      webhookUrl: "https://hooks.example.com/",
      webhookSecret: "NOTWICE_SECRET_HOOK",
    };
    const { given, problems } = readDraft(BASE, draft);
    expect(problems).toEqual({});
    expect(given).toEqual({
      recovery: "verify",
      staleAfterSeconds: 1200,
      signOffs: { resend: 2, dismiss: 1 },
      paused: true,
      redact: ["/text", "/to"],
      verify: { by: "code" },
      nudgeWebhook: { url: "https://hooks.example.com/", secretEnv: "NOTWICE_SECRET_HOOK" },
    });
    expect(givenFieldsSchema.safeParse(given).success).toBe(true);
  });

  it("takes an emptied rule, webhook or list as none", () => {
    const full = toDraft({
      ...FIELDS,
      verify: { by: "code", quietSeconds: 60, tries: 5, timeoutMs: 5000 },
      nudgeWebhook: { url: "x", secretEnv: "y" },
    });
    const empty = { ...full, verify: " ", webhookUrl: "", webhookSecret: "", redact: "" };
    expect(readDraft(full, empty).given).toEqual({ verify: null, nudgeWebhook: null, redact: [] });
  });

  it("leaves out what cannot be read, and says so", () => {
    const draft = { ...BASE, maxAttempts: "some", holdSeconds: "-1", verify: "{" };
    expect(readDraft(BASE, draft)).toMatchObject({
      given: {},
      problems: {
        maxAttempts: "Give a whole number.",
        holdSeconds: "Give a whole number.",
        verify: "This is no JSON.",
      },
    });
  });
});

it("a span is said exactly, or in a smaller unit", () => {
  expect([900, 5400, 86_400, 90, 0, 3600].map(saySpan)).toEqual(["15 min", "90 min", "1 d", "90 s", "0 s", "1 h"]);
});

it("a value is said in the words of its field", () => {
  expect(sayValue("recovery", "ask")).toBe("Neither");
  expect(sayValue("holdSeconds", 30)).toBe("30 s");
  expect(sayValue("maxAttempts", 3)).toBe("3");
  expect(sayValue("redact", [])).toBe("none");
  expect(sayValue("verify", { by: "code" })).toBe('{"by":"code"}');
});
