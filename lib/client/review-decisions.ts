import type { EditActionInput, EditAnswer } from "#lib/actions/contract.ts";
import type {
  AddCommentInput,
  AssignAnswer,
  CommentAnswer,
  CreateRequestInput,
  DecisionAnswer,
  ReopenInput,
  RequestAnswer,
  SignOffAnswer,
  SignOffInput,
} from "#lib/reviews/contract.ts";
import type { RecordedDecision } from "#lib/reviews/decisions/contract.ts";
import { getJson, postJson } from "./api.ts";

/** Each is made once per key, however often it is asked for. */
export const reviewDecisions = {
  request: (reviewId: string, input: CreateRequestInput, key: string) =>
    postJson<RequestAnswer>(`/api/reviews/${reviewId}/requests`, input, key),

  signOff: (requestId: string, input: SignOffInput, key: string) =>
    postJson<SignOffAnswer>(`/api/requests/${requestId}/sign-offs`, input, key),

  withdraw: (requestId: string, key: string) =>
    postJson<DecisionAnswer>(`/api/requests/${requestId}/withdraw`, {}, key),

  takeBack: (requestId: string, key: string) =>
    postJson<DecisionAnswer>(`/api/requests/${requestId}/take-back`, {}, key),

  reopen: (reviewId: string, input: ReopenInput, key: string) =>
    postJson<DecisionAnswer>(`/api/reviews/${reviewId}/reopen`, input, key),

  edit: (actionKey: string, input: EditActionInput, key: string) =>
    postJson<EditAnswer>(`/api/actions/${actionKey}/edit`, input, key),

  comment: (reviewId: string, input: AddCommentInput, key: string) =>
    postJson<CommentAnswer>(`/api/reviews/${reviewId}/comments`, input, key),

  /** What the server has of a decision whose answer was lost; nothing is decided by asking. */
  recorded: (key: string) => getJson<RecordedDecision>(`/api/decisions/${encodeURIComponent(key)}`),

  /** A soft mark, not a decision: the last one who says so has it. */
  assign: (reviewId: string, assigneeId: string | null) =>
    postJson<AssignAnswer>(`/api/reviews/${reviewId}/assign`, { assigneeId }),
};
