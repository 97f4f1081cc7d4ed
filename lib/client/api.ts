const ANSWER_TIMEOUT_MS = 15_000;
const PROBLEM_TYPE = "application/problem+json";

/** The body of a refusal or a fault (RFC 9457), as our routes write it. `detail` is for the person. */
export type Problem = {
  status: number;
  code: string;
  title: string;
  detail: string;
  requestId: string;
  by?: string;
  at?: string;
  reason?: string;
  field?: string;
  decision?: string;
  version?: number;
};

/** The server answered, and the answer is no. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail);
    this.problem = problem;
  }

  get status(): number {
    return this.problem.status;
  }
}

/** No answer came, or none that can be read. What became of the request is not known. */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** A refusal says that nothing was changed; a fault of the server says as little as no answer at all. */
export function isRefusal(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.status < 500;
}

export async function getJson<T>(path: string, signal?: AbortSignal): Promise<T> {
  const timeout = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  return ask<T>(path, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
}

export async function postJson<T>(path: string, body: unknown, idempotencyKey?: string): Promise<T> {
  return ask<T>(path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
}

export async function putJson<T>(path: string, body: unknown): Promise<T> {
  return ask<T>(path, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  });
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    throw new NoAnswer("The server did not answer.", { cause });
  });
  const body = await readBody(response);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own route parsed it with the schema that T is inferred from
  if (response.ok) return body as T;
  if (isProblem(response, body)) throw new ApiProblem(body);
  throw new NoAnswer(`The server answered ${response.status} without saying more.`);
}

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  try {
    return await response.json();
  } catch (cause) {
    throw new NoAnswer("The server's answer broke off.", { cause });
  }
}

function isProblem(response: Response, body: unknown): body is Problem {
  const type = response.headers.get("content-type") ?? "";
  return type.startsWith(PROBLEM_TYPE) && typeof body === "object" && body !== null && "detail" in body;
}
