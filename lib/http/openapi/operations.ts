import type { z } from "zod";
import { actionKeyParamSchema, editActionInputSchema, editAnswerSchema } from "#lib/actions/contract.ts";
import { kindParamSchema, signRevisionAnswerSchema, signRevisionInputSchema } from "#lib/policies/contract.ts";
import * as bulk from "#lib/reviews/bulk/contract.ts";
import * as reviews from "#lib/reviews/contract.ts";
import { cancelRunAnswerSchema, cancelRunInputSchema, runIdParamSchema } from "#lib/runs/contract.ts";
import { signRoleChangeAnswerSchema, signRoleChangeInputSchema, userIdParamSchema } from "#lib/users/contract.ts";
import * as workers from "#lib/workers/contract.ts";
import type { ErrorCode } from "../../errors.ts";

export type Operation = {
  path: string;
  summary: string;
  /** `token`: a machine token with the scope `actions`. `session`: a person; no token is taken. */
  access: "token" | "session";
  params?: z.ZodObject;
  body?: z.ZodType;
  answer: z.ZodType;
  refusals: readonly ErrorCode[];
};

const SECOND_CALL: readonly ErrorCode[] = ["in_flight", "held", "dismissed", "step_taken", "payload_mismatch"];
const OF_A_DECISION: readonly ErrorCode[] = ["decided_otherwise", "expired", "superseded", "changed_since_seen"];

/** All of them are POST. */
export const WORKER_OPERATIONS: readonly Operation[] = [
  {
    path: "/api/v1/actions/claim",
    summary: "Claim an action, or learn what a second call gets",
    access: "token",
    body: workers.claimInputSchema,
    answer: workers.claimAnswerSchema,
    refusals: [...SECOND_CALL, "action_failed"],
  },
  {
    path: "/api/v1/actions/begin",
    summary: "Mark the point of no return: before this is answered the effect must not happen",
    access: "token",
    body: workers.heldInputSchema,
    answer: workers.beginAnswerSchema,
    refusals: ["claim_lost"],
  },
  {
    path: "/api/v1/actions/heartbeat",
    summary: "Say that the worker lives; never moves the deadline",
    access: "token",
    body: workers.heldInputSchema,
    answer: workers.heartbeatAnswerSchema,
    refusals: ["claim_lost"],
  },
  {
    path: "/api/v1/actions/succeed",
    summary: "Record that the effect happened, late too",
    access: "token",
    body: workers.succeedInputSchema,
    answer: workers.succeedAnswerSchema,
    refusals: ["in_flight", "not_found"],
  },
  {
    path: "/api/v1/actions/fail",
    summary: "Record that the effect did not succeed, with proof or without",
    access: "token",
    body: workers.failInputSchema,
    answer: workers.failAnswerSchema,
    refusals: ["claim_lost", "not_found"],
  },
  {
    path: "/api/v1/actions/released",
    summary: "Claim released actions, with their stored payloads; waits for them if asked to",
    access: "token",
    body: workers.releasedInputSchema,
    answer: workers.releasedAnswerSchema,
    refusals: [],
  },
];

export const DECISION_OPERATIONS: readonly Operation[] = [
  {
    path: "/api/reviews/{id}/requests",
    summary: "Propose what is to be done with a case",
    access: "session",
    params: reviews.idParamSchema,
    body: reviews.createRequestInputSchema,
    answer: reviews.requestAnswerSchema,
    refusals: [...OF_A_DECISION, "request_pending", "illegal_transition", "not_found"],
  },
  {
    path: "/api/reviews/{id}/reopen",
    summary: "Open a dismissed case again",
    access: "session",
    params: reviews.idParamSchema,
    body: reviews.reopenInputSchema,
    answer: reviews.decisionAnswerSchema,
    refusals: [...OF_A_DECISION, "illegal_transition", "not_found"],
  },
  {
    path: "/api/requests/{id}/sign-offs",
    summary: "Sign a request, or reject it",
    access: "session",
    params: reviews.idParamSchema,
    body: reviews.signOffInputSchema,
    answer: reviews.signOffAnswerSchema,
    refusals: [...OF_A_DECISION, "own_request", "not_found"],
  },
  {
    path: "/api/requests/{id}/withdraw",
    summary: "Withdraw a request of one's own",
    access: "session",
    params: reviews.idParamSchema,
    answer: reviews.decisionAnswerSchema,
    refusals: [...OF_A_DECISION, "not_found"],
  },
  {
    path: "/api/requests/{id}/take-back",
    summary: "Take an approval back before it is claimed",
    access: "session",
    params: reviews.idParamSchema,
    answer: reviews.decisionAnswerSchema,
    refusals: [...OF_A_DECISION, "illegal_transition", "not_found"],
  },
  {
    path: "/api/actions/{key}/edit",
    summary: "Edit what is to be sent: a new action, which its editor may not sign",
    access: "session",
    params: actionKeyParamSchema,
    body: editActionInputSchema,
    answer: editAnswerSchema,
    refusals: [...OF_A_DECISION, "illegal_transition", "not_found"],
  },
  {
    path: "/api/bulk-requests",
    summary: "Freeze a set of cases",
    access: "session",
    body: bulk.freezeBulkInputSchema,
    answer: bulk.freezeBulkAnswerSchema,
    refusals: ["illegal_transition"],
  },
  {
    path: "/api/bulk-requests/{id}/requests",
    summary: "Ask for a frozen set",
    access: "session",
    params: reviews.idParamSchema,
    body: bulk.askBulkInputSchema,
    answer: bulk.askBulkAnswerSchema,
    refusals: [...OF_A_DECISION, "not_found"],
  },
  {
    path: "/api/bulk-requests/{id}/sign-offs",
    summary: "Sign a frozen set as one, or reject it",
    access: "session",
    params: reviews.idParamSchema,
    body: bulk.signBulkInputSchema,
    answer: bulk.signBulkAnswerSchema,
    refusals: [...OF_A_DECISION, "own_request", "not_found"],
  },
  {
    path: "/api/bulk-requests/{id}/stop",
    summary: "Take back what of a set is unclaimed",
    access: "session",
    params: reviews.idParamSchema,
    body: bulk.stopBulkInputSchema,
    answer: bulk.stopBulkAnswerSchema,
    refusals: [...OF_A_DECISION, "not_found"],
  },
  {
    path: "/api/runs/{id}/cancel",
    summary: "Dismiss what of a run is held, released or failed",
    access: "session",
    params: runIdParamSchema,
    body: cancelRunInputSchema,
    answer: cancelRunAnswerSchema,
    refusals: ["not_found"],
  },
  {
    path: "/api/users/{id}/sign-offs",
    summary: "Sign a role that is to be given, or reject it",
    access: "session",
    params: userIdParamSchema,
    body: signRoleChangeInputSchema,
    answer: signRoleChangeAnswerSchema,
    refusals: [...OF_A_DECISION, "own_request", "not_found"],
  },
  {
    path: "/api/policies/{kind}/sign-offs",
    summary: "Sign a policy that loosens, or reject it",
    access: "session",
    params: kindParamSchema,
    body: signRevisionInputSchema,
    answer: signRevisionAnswerSchema,
    refusals: [...OF_A_DECISION, "own_request", "not_found"],
  },
];
