import { type EffectContext } from "@notwice/once";
import { type HttpOptions, type HttpReceipt, type HttpRequest, sendHttp } from "@notwice/once/http";
import { type HeardRequest, ScriptedHttp, type HttpScript } from "./http-script.ts";

export interface HttpOutcome {
  receipt: HttpReceipt | undefined;
  error: unknown;
  begun: number;
  /** What the server knows to be true. */
  requests: HeardRequest[];
  connections: number;
}

/** Long enough for the loopback, short enough to wait for on purpose. */
export const PATIENCE_MS = 250;

export const PAYLOAD = { to: "ann@acme.test", amount: 12.5, cause: "Gdańsk" };

interface Given {
  context?: Partial<EffectContext>;
  request?: Partial<HttpRequest>;
  options?: HttpOptions;
}

/** One send against a scripted server, and what became of it on both sides. */
export async function attemptHttp(script: HttpScript, given: Given = {}): Promise<HttpOutcome> {
  await using server = await ScriptedHttp.start(script);
  const context = httpContext(given.context);
  const request = { url: server.url, json: context.payload, ...given.request };
  const sent = sendHttp(context, request, { totalTimeoutMs: PATIENCE_MS, ...given.options });
  const [receipt, error] = await sent.then(
    (value) => [value, undefined] as const,
    (reason: unknown) => [undefined, reason] as const,
  );
  await server.quiet();
  const { requests, connections } = server;
  return { receipt, error, begun: context.begun, requests, connections };
}

/** What an effect is handed, without a database behind it. `begun` counts the calls of `begin()`. */
export function httpContext(given: Partial<EffectContext> = {}): EffectContext & { begun: number } {
  const begin = given.begin ?? (() => Promise.resolve());
  const context = {
    key: "a".repeat(64),
    attempt: 1,
    payload: PAYLOAD,
    signal: new AbortController().signal,
    heartbeat: () => Promise.resolve(),
    ...given,
    begun: 0,
    begin() {
      context.begun += 1;
      return begin();
    },
  };
  return context;
}
