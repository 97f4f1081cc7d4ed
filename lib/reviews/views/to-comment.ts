import type { NameOf } from "#lib/audit/index.ts";
import type { ReviewDetail } from "../contract.ts";
import type { CommentRecord } from "../sql/reviews/find-comments.ts";

export function toComment({ id, authorId, body, at }: CommentRecord, nameOf: NameOf): ReviewDetail["comments"][number] {
  return { id, author: nameOf(authorId), body, at: at.toISOString() };
}
