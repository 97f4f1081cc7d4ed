import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Verification, verify, verifyRuleSchema } from "#lib/verification/index.ts";
import { bodyOf, listen } from "#tests/support/fake-provider/listen.ts";
import { givenRule, KEY, verifiedAction } from "./rules.ts";

const SECRET = "s3cret/with+signs";

interface Heard {
  line: string;
  authorization: string | undefined;
  body: string;
}

beforeEach(() => {
  process.env["NOTWICE_SECRET_CHAT"] = SECRET;
});
afterEach(() => {
  delete process.env["NOTWICE_PRIVATE_HOSTS"];
  delete process.env["NOTWICE_SECRET_CHAT"];
});

/** One question to a provider that answers so; what it heard comes back too. */
async function ask(
  answer: (response: ServerResponse) => unknown,
  over: Record<string, unknown> = {},
): Promise<Verification & { heard: Heard[] }> {
  const heard: Heard[] = [];
  const server = await listen((request, response) => {
    void bodyOf(request).then((body) => {
      heard.push({ line: `${request.method} ${request.url}`, authorization: request.headers.authorization, body });
      answer(response);
    });
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const given = givenRule({ timeoutMs: 300, ...over });
  const url = String(given["url"]).replace("https://api.example.com", server.origin);
  return { ...(await verify(verifiedAction(), verifyRuleSchema.parse({ ...given, url }))), heard };
}

const json = (body: unknown) => (response: ServerResponse) => response.end(JSON.stringify(body));
const landed = json({ messages: [{ client_id: KEY, ts: "1" }] });

it("asks once, with the secret in its header, and reads the answer", async () => {
  const { heard, ...verification } = await ask(landed);
  expect(verification).toMatchObject({ answer: "landed", evidence: { status: 200 } });
  expect(heard).toEqual([{ line: `GET /v1/messages?client_id=${KEY}`, authorization: `Bearer ${SECRET}`, body: "" }]);
});

it("posts a filled body, and takes from the answer what becomes the result", async () => {
  const { heard, answer, result } = await ask(landed, {
    method: "POST",
    url: "https://api.example.com/search",
    body: { key: "{key}", attempt: "{attempt}" },
    landed: { status: [200], match: [{ pointer: "/messages/0/client_id", matches: "key" }], result: "/messages/0" },
  });
  expect({ answer, result }).toEqual({ answer: "landed", result: { client_id: KEY, ts: "1" } });
  expect(heard).toMatchObject([{ line: "POST /search", body: JSON.stringify({ key: KEY, attempt: 1 }) }]);
});

describe("says nothing where the provider", () => {
  it.each<[string, (response: ServerResponse) => unknown, RegExp]>([
    ["is silent", () => undefined, /^No answer within 300 ms\.$/],
    ["dawdles", (response) => response.write("{"), /^No answer within 300 ms\.$/],
    ["hangs up", (response) => response.destroy(), /^The question failed: ECONNRESET\.$/],
    [
      "breaks off",
      (response) => (
        response.writeHead(200, { "content-length": "99" }),
        response.write("{}", () => response.destroy())
      ),
      /^The question failed: /,
    ],
    ["fails", (response) => response.writeHead(500).end('{"messages":[]}'), /500 is in neither rule/],
    ["does not find the address", (response) => response.writeHead(404).end(), /404 is in neither rule/],
    [
      "redirects",
      (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
      /redirects are not followed/,
    ],
    ["sends no JSON", (response) => response.end("<html>messages</html>"), /is no JSON/],
    ["sends half a JSON", (response) => response.end('{"messages":['), /is no JSON/],
    ["sends nothing", (response) => response.end(), /is no JSON/],
    ["sends another shape", json(["messages"]), /meets neither rule/],
    ["sends another's", json({ messages: [{ client_id: "b".repeat(64) }] }), /meets neither rule/],
    ["sends far too much", json({ messages: [], more: "x".repeat(300_000) }), /longer than 262144 bytes/],
  ])("%s", async (_what, answer, problem) => {
    const verification = await ask(answer);
    expect(verification.answer).toBe("inconclusive");
    expect(verification.evidence.problem).toMatch(problem);
    expect(verification.heard).toHaveLength(1);
  });

  it("is down", async () => {
    const server = await listen(() => undefined);
    await server[Symbol.asyncDispose]();
    const rule = verifyRuleSchema.parse(givenRule({ url: `${server.origin}/{key}` }));
    expect(await verify(verifiedAction(), rule)).toEqual({
      answer: "inconclusive",
      evidence: { problem: "The question failed: ECONNREFUSED." },
    });
  });
});

describe("puts no question", () => {
  const without = (over: Record<string, unknown>, action = {}) =>
    verify(verifiedAction(action), verifyRuleSchema.parse(givenRule(over)));

  it.each([
    ["to this machine", "https://127.0.0.1/{key}"],
    ["to a name of this machine", "https://localhost/{key}"],
    ["to a cloud's metadata", "https://169.254.169.254/latest/{key}"],
    ["to a private network", "https://10.0.0.8/{key}"],
    ["over http", "http://api.example.com/{key}"],
  ])("%s, whatever was saved", async (_what, url) => {
    expect(await without({ url })).toEqual({
      answer: "inconclusive",
      evidence: { problem: expect.stringMatching(/^The address /) },
    });
  });

  it("without a secret that it needs, or with one too short to be one", async () => {
    process.env["NOTWICE_SECRET_CHAT"] = "short";
    expect((await without({})).evidence.problem).toBe("NOTWICE_SECRET_CHAT is too short to be a secret.");
    delete process.env["NOTWICE_SECRET_CHAT"];
    expect((await without({})).evidence.problem).toBe("NOTWICE_SECRET_CHAT is not set.");
  });

  it("for an action that lacks what it names", async () => {
    const verification = await without({ url: "https://api.example.com/{payload./id}" });
    expect(verification).toEqual({ answer: "inconclusive", evidence: { problem: "The action has no {payload./id}." } });
  });
});

describe("evidence", () => {
  it("holds the beginning of an answer, at most 1 kB, cut between characters", async () => {
    const { evidence } = await ask(json({ messages: [], text: "€".repeat(2000) }));
    expect(Buffer.byteLength(evidence.excerpt ?? "")).toBeLessThanOrEqual(1024);
    expect(evidence.excerpt).toMatch(/€$/);
  });

  it("holds no secret that the provider gives back, not even the half of one at its end", async () => {
    const padding = "x".repeat(1024 - '{"a":""}'.length - 8);
    const { evidence } = await ask((response) =>
      response.end(`{"a":"${padding}"${SECRET}${encodeURIComponent(SECRET)}`),
    );
    expect(evidence.excerpt).not.toContain(SECRET.slice(0, 6));
    const echoed = await ask((response) => response.writeHead(403).end(`bad token Bearer ${SECRET}`));
    expect(echoed.evidence).toMatchObject({ status: 403, excerpt: "bad token Bearer [secret]" });
  });

  it("can be stored whatever the provider sends", async () => {
    const { evidence } = await ask((response) => response.end(Buffer.from([0, 255, 254, 0x41])));
    expect(evidence.excerpt).not.toContain("\0");
  });
});
