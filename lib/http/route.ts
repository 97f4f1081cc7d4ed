import type { z } from "zod";
import { type Actor, requireActor } from "#lib/auth/index.ts";
import { authenticateToken, refuseToken, type TokenActor } from "#lib/tokens/index.ts";
import { type RequestContext, runInContext, type Via } from "../context.ts";
import { addressOf } from "./address-of.ts";
import { requireCronSecret, requireMetricsAccess } from "./bearer.ts";
import { problemResponse } from "./problem.ts";
import { parseInput, readForm, readIdempotencyKey, readJson, readQuery } from "./read-input.ts";
import { REQUEST_ID_HEADER, requestIdOf } from "./request-id.ts";
import { requireSameOrigin } from "./same-origin.ts";

type MachineActor = { readonly type: "machine"; readonly id: string; readonly name: string };
/** `actions`: a machine token with that scope, for the worker API. */
type RouteActors = {
  session: Actor;
  actions: TokenActor;
  metrics: MachineActor;
  cron: MachineActor;
  none: undefined;
};

const CRON_ACTOR: MachineActor = { type: "machine", id: "cron", name: "Cron" };

const VIA = {
  session: "screen",
  none: "screen",
  cron: "machine",
  metrics: "machine",
  actions: "api",
} as const satisfies Record<keyof RouteActors, Via>;

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

type RouteOptions<A, P, Q, B, R> = {
  actor: A;
  params?: P;
  query?: Q;
  body?: B;
  /** Instead of a JSON body: the fields of a plain HTML form, also as `input.body`. */
  form?: B;
  /** Fields of the body that are kept as JSON, whose text may hold any character. */
  json?: readonly string[];
  response?: R;
  /** Of the body; 1 MiB by default. */
  maxBodyBytes?: number;
  /** For a result that is not `undefined` (204) and not a `Response` of its own. */
  status?: number;
};

type RouteCall<A extends keyof RouteActors, P, Q, B> = {
  input: { params: Output<P>; query: Output<Q>; body: Output<B> };
  actor: RouteActors[A];
  request: Request;
  requestId: string;
  idempotencyKey: string | undefined;
};

type NextContext = { params: Promise<unknown> };
export type RouteHandler = {
  (request: Request, context?: NextContext): Promise<Response>;
  /** What it reads, for the tests that try every field of every route. */
  readonly reads?: { readonly body?: z.ZodType; readonly query?: z.ZodType; readonly json: readonly string[] };
};

/** Every route is this: schema in, one use case, status out. */
export function route<
  A extends keyof RouteActors,
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  R extends z.ZodType | undefined = undefined,
>(options: RouteOptions<A, P, Q, B, R>, handle: (call: RouteCall<A, P, Q, B>) => Promise<unknown>): RouteHandler {
  const answer = async (request: Request, context?: NextContext): Promise<Response> => {
    const requestId = requestIdOf(request.headers);
    const base: RequestContext = { requestId, via: VIA[options.actor], address: addressOf(request.headers) };
    return runInContext(base, async () => {
      try {
        const actor = await authenticate(options.actor, request);
        const input = await readInputs(options, request, context);
        const call = { input, actor, request, requestId, idempotencyKey: readIdempotencyKey(request.headers) };
        const result = await runInContext(actor ? { ...base, actor } : base, () => handle(call));
        return respond(result, options, requestId);
      } catch (error) {
        return problemResponse(error, requestId);
      }
    });
  };
  const { query, json = [] } = options;
  const body = options.body ?? options.form;
  return Object.assign(answer, { reads: { ...(body && { body }), ...(query && { query }), json } });
}

async function authenticate<A extends keyof RouteActors>(kind: A, request: Request): Promise<RouteActors[A]>;
async function authenticate(kind: keyof RouteActors, request: Request): Promise<RouteActors[keyof RouteActors]> {
  if (kind === "cron") {
    requireCronSecret(request.headers);
    return CRON_ACTOR;
  }
  if (kind === "metrics") return requireMetricsAccess(request.headers);
  if (kind === "actions") return authenticateToken(request.headers, "actions");
  requireSameOrigin(request);
  refuseToken(request.headers);
  return kind === "session" ? requireActor(request.headers) : undefined;
}

async function readInputs<P, Q, B>(
  options: RouteOptions<unknown, P, Q, B, unknown>,
  request: Request,
  context: NextContext | undefined,
): Promise<{ params: Output<P>; query: Output<Q>; body: Output<B> }> {
  return {
    params: parseOptional(options.params, await context?.params),
    query: parseOptional(options.query, readQuery(request.url)),
    body: await readBody(options, request),
  };
}

async function readBody<B>(
  options: { body?: B; form?: B; json?: readonly string[]; maxBodyBytes?: number },
  request: Request,
): Promise<Output<B>> {
  if (options.form) return parseOptional(options.form, await readForm(request));
  return parseOptional(
    options.body,
    options.body ? await readJson(request, options.maxBodyBytes) : undefined,
    options.json,
  );
}

function parseOptional<S>(schema: S | undefined, value: unknown, json?: readonly string[]): Output<S>;
function parseOptional(schema: z.ZodType | undefined, value: unknown, json?: readonly string[]): unknown {
  return schema && parseInput(schema, value, json);
}

function respond(
  result: unknown,
  options: { response?: z.ZodType | undefined; status?: number },
  requestId: string,
): Response {
  if (result instanceof Response) {
    result.headers.set(REQUEST_ID_HEADER, requestId);
    return result;
  }
  const headers = { "cache-control": "no-store", [REQUEST_ID_HEADER]: requestId };
  if (result === undefined) return new Response(null, { status: 204, headers });
  const body = options.response ? options.response.parse(result) : result;
  return Response.json(body, { status: options.status ?? 200, headers });
}
