import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { POST as postBegin } from "#app/api/v1/actions/begin/route.ts";
import { POST as postClaim } from "#app/api/v1/actions/claim/route.ts";
import { POST as postFail } from "#app/api/v1/actions/fail/route.ts";
import { POST as postHeartbeat } from "#app/api/v1/actions/heartbeat/route.ts";
import { POST as postReleased } from "#app/api/v1/actions/released/route.ts";
import { POST as postSucceed } from "#app/api/v1/actions/succeed/route.ts";
import type { RouteHandler } from "#lib/http/index.ts";
import type { Scope } from "#lib/tokens/contract.ts";
import { createToken } from "#lib/tokens/index.ts";
import type { TestIntent } from "../case.ts";
import { person } from "../desk.ts";

const STEPS = {
  claim: postClaim,
  begin: postBegin,
  heartbeat: postHeartbeat,
  succeed: postSucceed,
  fail: postFail,
  released: postReleased,
} as const satisfies Record<string, RouteHandler>;
export type Step = keyof typeof STEPS;

export type Answer = { status: number; headers: Headers; body: Record<string, unknown> };

/** A secret as an admin hands it to somebody who runs workers. */
export async function tokenSecret(pool: Pool, name = "mailer", scopes: Scope[] = ["actions"]): Promise<string> {
  const admin = await person(pool, "Ada", "admin");
  return (await createToken(admin, { name, scopes, expiresInDays: null })).secret;
}

/** One call of the worker API over its own handler. */
export async function step(name: Step, secret: string | null, body: unknown): Promise<Answer> {
  const headers = new Headers({ "content-type": "application/json" });
  if (secret !== null) headers.set("authorization", `Bearer ${secret}`);
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const request = new Request(`http://localhost:3000/api/v1/actions/${name}`, { method: "POST", headers, body: text });
  const response = await STEPS[name](request);
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
}

/** What the API refused, by the name that the library gives it. */
export class ApiRefusal extends Error {
  readonly disposition: unknown;
  readonly key: unknown;
  readonly retryAfterMs: number | undefined;
  readonly status: number;

  constructor({ status, body }: Answer) {
    super(String(body["detail"]));
    this.name = String(body["error"] ?? body["code"]);
    this.status = status;
    this.key = body["key"];
    this.disposition = body["disposition"];
    this.retryAfterMs = typeof body["retryAfter"] === "number" ? body["retryAfter"] * 1000 : undefined;
  }
}

export type ApiIntent = Partial<TestIntent> & { key?: string; twoPhase?: boolean; onStepTaken?: string };

/** `perform`, as somebody writes it in a language that has only HTTP. */
export async function performOverHttp(secret: string, intent: ApiIntent, effect: () => unknown): Promise<unknown> {
  const claimed = await step("claim", secret, { token: randomUUID(), ...intent });
  if (claimed.status !== 200) throw new ApiRefusal(claimed);
  const { outcome, result, key, attempt, token } = claimed.body;
  if (outcome === "succeeded") return result;
  const held = { key, attempt, token };
  let value: unknown;
  try {
    value = await effect();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const told = await step("fail", secret, { ...held, failure: "may_have_happened", error: { message } });
    throw new ApiRefusal({ ...told, body: { ...told.body, detail: message } });
  }
  const done = await step("succeed", secret, { ...held, result: value });
  if (done.status !== 200) throw new ApiRefusal(done);
  return done.body["result"];
}
