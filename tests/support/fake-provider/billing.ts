import type { IncomingMessage, ServerResponse } from "node:http";
import type { Verifier } from "#lib/verification/index.ts";
import { bodyOf, listen } from "./listen.ts";

export interface Charge {
  id: string;
  amount: number;
  metadata: { key: string };
}

/**
 * Shaped like Stripe: one charge for one `Idempotency-Key`, and a search that sees a charge only once it has landed,
 * which is when the test says so.
 */
export class FakeBilling implements AsyncDisposable {
  origin = "";
  /** What really happened. */
  readonly charges: Charge[] = [];
  /** A request is taken, and what it does comes to light only with `land()`; the answer never comes. */
  landsLate = false;
  searches = 0;
  readonly #byKey = new Map<string, Charge>();
  #underway: Charge[] = [];
  #server: AsyncDisposable | undefined;

  static async start(): Promise<FakeBilling> {
    const billing = new FakeBilling();
    const server = await listen((request, response) => void billing.#serve(request, response));
    billing.#server = server;
    billing.origin = server.origin;
    return billing;
  }

  land(): void {
    this.charges.push(...this.#underway);
    this.#underway = [];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server?.[Symbol.asyncDispose]();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", this.origin);
    if (request.method === "POST") return this.#charge(request, response);
    this.searches += 1;
    const key = url.searchParams.get("key");
    response.end(
      JSON.stringify({ object: "list", data: this.charges.filter((charge) => charge.metadata.key === key) }),
    );
  }

  async #charge(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const key = String(request.headers["idempotency-key"]);
    const { amount } = JSON.parse(await bodyOf(request)) as { amount: number };
    const known = this.#byKey.get(key);
    const charge = known ?? { id: `ch_${this.#byKey.size + 1}`, amount, metadata: { key } };
    this.#byKey.set(key, charge);
    if (known === undefined) (this.landsLate ? this.#underway : this.charges).push(charge);
    if (this.landsLate) request.socket.destroy();
    else response.end(JSON.stringify(charge));
  }
}

/** The worked example of a verifier in code: one search by our own key, and an empty list is the only absence. */
export function billingVerifier(origin: string): Verifier {
  return async ({ key }, { signal }) => {
    const response = await fetch(`${origin}/v1/charges/search?key=${encodeURIComponent(key)}`, { signal });
    if (!response.ok) return { answer: "inconclusive", excerpt: `status ${response.status}` };
    const found = (await response.json()) as { object: string; data: Charge[] };
    const charge = found.data.find((one) => one.metadata.key === key);
    if (charge !== undefined) return { answer: "landed", excerpt: charge.id, result: charge };
    return { answer: found.object === "list" && found.data.length === 0 ? "absent" : "inconclusive" };
  };
}
