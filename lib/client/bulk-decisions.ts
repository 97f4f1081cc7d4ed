import type {
  AskBulkAnswer,
  AskBulkInput,
  FreezeBulkAnswer,
  FreezeBulkInput,
  SignBulkAnswer,
  SignBulkInput,
  StopBulkAnswer,
} from "#lib/reviews/bulk/contract.ts";
import { postJson } from "./api.ts";

/** Each is made once per key, however often it is asked for. */
export const bulkDecisions = {
  /** Makes the set, and asks for nothing. */
  freeze: (input: FreezeBulkInput, key: string) => postJson<FreezeBulkAnswer>("/api/bulk-requests", input, key),

  ask: (id: string, input: AskBulkInput, key: string) =>
    postJson<AskBulkAnswer>(`/api/bulk-requests/${id}/requests`, input, key),

  sign: (id: string, input: SignBulkInput, key: string) =>
    postJson<SignBulkAnswer>(`/api/bulk-requests/${id}/sign-offs`, input, key),

  stop: (id: string, key: string) => postJson<StopBulkAnswer>(`/api/bulk-requests/${id}/stop`, {}, key),
};
