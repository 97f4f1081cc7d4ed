import type { z } from "zod";
import { AppError, type InputIssue } from "../errors.ts";
import { requireStorable } from "./require-storable.ts";

const MEBIBYTE = 1024 * 1024;
const MAX_BODY_BYTES = MEBIBYTE;
const MAX_IDEMPOTENCY_KEY_CHARS = 200;

/** `json`: fields that are kept as JSON, whose text may hold any character. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown, json: readonly string[] = []): z.output<S> {
  requireStorable(value, json);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(toIssue);
  const first = issues[0];
  const sentence = first ? `${first.field || "The input"}: ${first.message}.` : "The input is not valid.";
  throw new AppError("invalid_input", sentence.replace(/\.\.$/, "."), { field: first?.field || undefined, issues });
}

function toIssue(issue: z.core.$ZodIssue): InputIssue {
  const unknown = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  return { field: [...issue.path, ...unknown].join("."), message: issue.message };
}

export function readQuery(url: string): Record<string, string | string[]> {
  return toRecord(new URL(url).searchParams);
}

export async function readJson(request: Request, maxBytes = MAX_BODY_BYTES): Promise<unknown> {
  const bytes = await readBounded(request, maxBytes);
  if (bytes.length === 0) return undefined;
  requireMediaType(request, "application/json");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new AppError("malformed_request", "The body is not valid JSON.", {}, { cause });
  }
}

export async function readForm(request: Request): Promise<Record<string, string | string[]>> {
  requireMediaType(request, "application/x-www-form-urlencoded");
  return toRecord(new URLSearchParams(new TextDecoder().decode(await readBounded(request))));
}

function toRecord(params: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(params.keys())].map((name) => {
      const values = params.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? "")];
    }),
  );
}

function requireMediaType(request: Request, expected: string): void {
  const given = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (given !== expected) throw new AppError("unsupported_media_type", `Send the body as ${expected}.`);
}

async function readBounded(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Uint8Array> {
  const tooLarge = () => new AppError("too_large", `The body is larger than ${maxBytes / MEBIBYTE} MiB.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get("idempotency-key")?.trim();
  if (key === undefined || key === "") return undefined;
  if (key.length > MAX_IDEMPOTENCY_KEY_CHARS) {
    throw new AppError("malformed_request", "The Idempotency-Key has more than 200 characters.");
  }
  return key;
}
