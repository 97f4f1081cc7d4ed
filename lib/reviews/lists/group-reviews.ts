import { reachedText } from "#lib/actions/index.ts";
import { type Actor, requirePermission } from "#lib/auth/index.ts";
import { transaction } from "#lib/db/index.ts";
import { openRiskScope } from "../case/list-scope.ts";
import { COUNTED_ROWS } from "../sql/lists/count-facets.ts";
import { type GroupRecord, groupReviewRows } from "../sql/lists/group-review-rows.ts";
import { filterCondition } from "../sql/reviews/tab-condition.ts";
import type { GroupReviewsInput, ReviewGroup, ReviewGroups } from "./contract.ts";
import { type Grouping, NOTHING } from "./words.ts";

const MAX_GROUPS = 100;

/** What a list holds, by why it stands there, by run or by recipient: an incident is one line, not ten thousand. */
export async function groupReviews(actor: Actor, input: GroupReviewsInput): Promise<ReviewGroups> {
  requirePermission(actor, "reviews.read");
  return transaction(async (tx) => {
    const scope = await openRiskScope(tx, actor);
    const condition = filterCondition(input, scope);
    const records = await groupReviewRows(
      tx,
      { tab: input.tab, condition, by: input.by, limit: MAX_GROUPS + 1 },
      scope,
    );
    return {
      groups: records.slice(0, MAX_GROUPS).map((record) => toGroup(record, input.by)),
      isCapped: records.length > MAX_GROUPS || records.some(({ counted }) => counted === COUNTED_ROWS),
      at: new Date().toISOString(),
    };
  });
}

function toGroup(record: GroupRecord, by: Grouping): ReviewGroup {
  const risks = [
    { word: "safe" as const, count: record.safe },
    { word: "deduped" as const, count: record.deduped },
    { word: "check_first" as const, count: record.checkFirst },
    { word: "may_duplicate" as const, count: record.mayDuplicate },
  ];
  return {
    filter: filterOf(record, by),
    kind: record.kind,
    reached: record.reached === null ? null : reachedText(record.reached),
    count: record.count,
    oldestAt: record.oldestAt.toISOString(),
    risks: risks.filter(({ count }) => count > 0),
  };
}

function filterOf({ kind, reached, cause, host, run, recipient }: GroupRecord, by: Grouping): ReviewGroup["filter"] {
  switch (by) {
    case "cause":
      return { kind: kind ?? NOTHING, phase: reached ?? NOTHING, cause: cause ?? NOTHING, host: host ?? NOTHING };
    case "run":
      return { run: run ?? NOTHING };
    case "recipient":
      return { recipient: recipient ?? NOTHING };
  }
}
