import { z } from "zod";
import { AppError, type ErrorCode } from "../../errors.ts";
import { DECISION_OPERATIONS, type Operation, WORKER_OPERATIONS } from "./operations.ts";
import { problemShape } from "./problem-shape.ts";

type Json = Record<string, unknown>;

const OF_EVERY_OPERATION: readonly ErrorCode[] = [
  "malformed_request",
  "unauthenticated",
  "forbidden",
  "too_large",
  "unsupported_media_type",
  "invalid_input",
  "internal",
  "unavailable",
];
const PROBLEM = { content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } };

/** OpenAPI 3.1, made of the very schemas that read the requests and write the answers. */
export function describeApi(): Json {
  const operations = [...WORKER_OPERATIONS, ...DECISION_OPERATIONS];
  return {
    openapi: "3.1.0",
    info: {
      title: "Notwice",
      version: "1",
      description:
        "Nothing goes out twice unless a person signs. Workers claim and report by machine token; people decide by " +
        "their session, and no token is taken there.",
    },
    paths: Object.fromEntries(operations.map((operation) => [operation.path, { post: describe(operation) }])),
    components: {
      schemas: { Problem: toJsonSchema(problemShape, "output") },
      securitySchemes: {
        token: { type: "http", scheme: "bearer", description: "A machine token with the scope `actions`." },
        session: { type: "apiKey", in: "cookie", name: "session", description: "The cookie of a signed-in person." },
      },
    },
  };
}

function describe({ path, summary, access, params, body, answer, refusals }: Operation): Json {
  const shape: Record<string, z.core.$ZodType> = params?.shape ?? {};
  const parameters = Object.entries(shape).map(([name, schema]) => pathParameter(name, schema));
  return {
    operationId: path
      .replace(/^\/api\/(v1\/)?/, "")
      .replaceAll(/[^a-zA-Z]+(.)?/g, (_, next: string = "") => next.toUpperCase()),
    summary,
    tags: [access === "token" ? "workers" : "decisions"],
    security: [{ [access]: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: jsonContent(toJsonSchema(body, "input")) } }),
    responses: {
      200: { description: "Done.", content: jsonContent(toJsonSchema(answer, "output")) },
      ...problems([...OF_EVERY_OPERATION, ...refusals]),
    },
  };
}

function pathParameter(name: string, schema: z.core.$ZodType): Json {
  return { name, in: "path", required: true, schema: toJsonSchema(schema, "input") };
}

/** By status, each with the codes that it stands for. */
function problems(codes: readonly ErrorCode[]): Json {
  const byStatus = Map.groupBy(codes, (code) => new AppError(code, "").status);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      status,
      { description: of.map((code) => `\`${code}\``).join(", "), ...PROBLEM },
    ]),
  );
}

function jsonContent(schema: Json): Json {
  return { "application/json": { schema } };
}

function toJsonSchema(schema: z.core.$ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}
