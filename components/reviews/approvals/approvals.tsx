"use client";

import { useQuery } from "@tanstack/react-query";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { ReviewList } from "../list/review-list.tsx";
import type { Empty } from "../list/review-rows.tsx";
import { approvalColumns } from "./approval-columns.tsx";
import { APPROVAL_TABS, type ApprovalTab } from "./approval-tabs.ts";
import { NeverApproved } from "./never-approved.tsx";
import { SelectionProvider } from "./selection.tsx";

const EMPTY: Record<ApprovalTab, Empty> = {
  to_sign: { title: "Nothing waits for your sign-off.", hint: "What others ask for, and you may sign, stands here." },
  asked: {
    title: "Nothing that you asked for is open.",
    hint: "What you asked for stands here until others have signed.",
  },
  awaiting_sign_off: { title: "Nothing waits for a sign-off.", hint: "Every open request stands here." },
  decided: { title: "Nothing has been decided yet.", hint: "What was approved or turned down stands here." },
};

const NEEDS_ROLE: Empty = {
  title: "Nothing waits for your sign-off.",
  hint: "Signing off needs the role approver. What you asked for stands under “I asked”.",
};

export function Approvals({ tab, maySign }: { tab: ApprovalTab; maySign: boolean }) {
  const { data: signing } = useQuery(reviewQueries.signing());
  return (
    <SelectionProvider key={tab}>
      <ReviewList
        columns={approvalColumns(tab)}
        empty={emptyOf(tab, maySign, signing?.kinds ?? [])}
        layout="approvals"
        note={<NeverApproved unsignable={signing?.unsignable ?? null} />}
        path="/approvals"
        tab={tab}
        tabs={APPROVAL_TABS}
        title="Approvals"
      />
    </SelectionProvider>
  );
}

function emptyOf(tab: ApprovalTab, maySign: boolean, kinds: readonly string[]): Empty {
  if (tab !== "to_sign") return EMPTY[tab];
  if (!maySign) return NEEDS_ROLE;
  if (kinds.length === 0) return EMPTY.to_sign;
  return { ...EMPTY.to_sign, hint: `You can decide kinds: ${kinds.join(", ")}.` };
}
