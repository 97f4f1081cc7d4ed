"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isRefusal } from "#lib/client/api.ts";
import { reviewDecisions } from "#lib/client/review-decisions.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { Words } from "../dialog/dialog-types.ts";
import { type Grounds, makeDecision, type Pinned, sayRecorded } from "./make-decision.ts";
import type { Decision } from "./offers.ts";

const ASK_TIMES = 2;
const ASK_AFTER_MS = 2000;

/** Undoing has no record by its key, and doing it twice is doing it once: it is simply sent again. */
const REPEATED: readonly Decision[] = ["withdraw", "take_back", "reopen"];

/**
 * One decision, sent under one key for as long as it is open. Without an answer the server is asked by that key what it
 * has recorded, and only the person sends it again; the key makes sure that it is recorded once at most. A refusal is
 * final. What the page shows comes from the server afterwards.
 */
export function useDecide(pinned: Pinned, onDone: (words: Words) => void) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: reviewQueries.all });
  const finish = async (words: Words) => {
    await refresh();
    onDone(words);
  };
  const isRepeated = REPEATED.includes(pinned.decision);
  const mutationKey = ["decide", pinned.detail.review.id, pinned.key] as const;
  const asking = useMutation({
    mutationKey,
    mutationFn: () => reviewDecisions.recorded(pinned.key),
    networkMode: "always",
    retry: (times, error) => times < ASK_TIMES && !isRefusal(error),
    retryDelay: ASK_AFTER_MS,
    onSuccess: async ({ recorded }) => {
      if (recorded !== null) await finish(sayRecorded(recorded, pinned.detail));
    },
  });
  const deciding = useMutation({
    mutationKey,
    mutationFn: (grounds: Grounds) => makeDecision(pinned, grounds),
    networkMode: "always",
    retry: (times, error) => isRepeated && times < ASK_TIMES && !isRefusal(error),
    retryDelay: ASK_AFTER_MS,
    onMutate: () => asking.reset(),
    onSuccess: finish,
    onError: (error) => {
      void refresh();
      if (!isRefusal(error) && !isRepeated) asking.mutate();
    },
  });
  const hasNoAnswer = deciding.isError && !isRefusal(deciding.error);
  const isNotRecorded = hasNoAnswer && asking.data?.recorded === null;
  const problem = isRefusal(asking.error) ? asking.error.problem : null;
  return {
    decide: deciding.mutate,
    isSending: deciding.isPending || asking.isPending,
    refusal: isRefusal(deciding.error) ? deciding.error.problem : problem,
    /** Sent, and no answer so far: what was recorded is not known. */
    isUncertain:
      (deciding.isPending && deciding.failureCount > 0) || (hasNoAnswer && !isNotRecorded && problem === null),
    /** The server answers again, and knows nothing of it. */
    isNotRecorded,
    /** After an uncertainty: undoing is sent once more, anything else is asked about. */
    askAgain: (grounds: Grounds) => (isRepeated ? deciding.mutate(grounds) : asking.mutate()),
  };
}
