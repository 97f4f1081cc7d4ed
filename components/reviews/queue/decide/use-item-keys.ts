"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reviewDecisions } from "#lib/client/review-decisions.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import { usePerson } from "../../../layout/person/person-context.tsx";
import { tell } from "../../../layout/tray/notices.ts";
import { announce } from "../../../ui/announce/announcements.ts";
import type { KeyBinding } from "../../../ui/keys/key-registry.ts";
import { useKeys } from "../../../ui/keys/use-keys.ts";
import { callBack } from "../../decision/tell-decision.ts";
import type { KeptRow } from "../rows/keep-rows.ts";
import type { RowDecision } from "./use-row-decision.ts";

/** What can be done with the row that has the focus. None of these keys decides: each opens what does. */
export function useItemKeys(active: KeptRow | null, decision: RowDecision): void {
  const person = usePerson();
  const take = useTake(person.id);
  const undo = useCallBack();
  const row = active !== null && !active.gone ? active.row : null;
  const open =
    (...wanted: Parameters<RowDecision["open"]>[1][]) =>
    () =>
      row !== null && void decision.open(row, ...wanted);
  const signing: KeyBinding[] = [
    { keys: "a", word: "Approve…", run: open("sign"), isOff: row === null },
    { keys: "n", word: "Turn down…", run: open("turn_down"), isOff: row === null },
  ];
  useKeys("item", [
    { keys: "r", word: "Ask for a resend…", run: open("resend", "send"), isOff: row === null },
    { keys: "d", word: "Dismiss…", run: open("dismiss"), isOff: row === null },
    { keys: "m", word: "Record that it happened…", run: open("mark_happened"), isOff: row === null },
    ...(person.roles.includes("approver") ? signing : []),
    { keys: "t", word: "Take or hand back", run: () => row !== null && take(row), isOff: row === null },
    {
      keys: "z",
      word: "Withdraw what was asked, or take it back",
      run: () => active !== null && undo(active.row),
      isOff: active === null,
    },
    { keys: "c", word: "Copy the link", run: () => active !== null && void copyLink(active.row.id) },
  ]);
}

function useTake(personId: string): (row: ReviewRow) => void {
  const queryClient = useQueryClient();
  const assign = useMutation({
    mutationFn: ({ id, assignee }: ReviewRow) =>
      reviewDecisions.assign(id, assignee?.id === personId ? null : personId),
    onSuccess: async (_answer, { assignee }) => {
      await queryClient.invalidateQueries({ queryKey: reviewQueries.all });
      announce(assignee?.id === personId ? "Handed back." : "Taken by you.");
    },
    onError: (error) => tell({ words: error.message, isTrouble: true }),
  });
  return (row) => assign.mutate(row);
}

/** Undoing asks nothing: it only keeps something from being sent. Of a row that has left the list, too. */
function useCallBack(): (row: ReviewRow) => void {
  const queryClient = useQueryClient();
  const undo = useMutation({
    mutationFn: async ({ id }: ReviewRow) =>
      callBack(await queryClient.query({ ...reviewQueries.detail(id), staleTime: 0 })),
    onSuccess: (said, { id }) =>
      tell({ words: said ?? "Nothing here can be withdrawn or taken back by you.", href: `/reviews/${id}` }),
    onError: (error) => tell({ words: error.message, isTrouble: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reviewQueries.all }),
  });
  return (row) => undo.mutate(row);
}

async function copyLink(reviewId: string): Promise<void> {
  const link = new URL(`/reviews/${reviewId}`, window.location.href).href;
  try {
    await navigator.clipboard.writeText(link);
    tell({ words: "The link was copied." });
  } catch {
    tell({ words: `The browser does not let this page copy. The link is ${link}` });
  }
}
