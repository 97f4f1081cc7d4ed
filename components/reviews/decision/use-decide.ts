"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { isRefusal } from "#lib/client/api.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { Words } from "../dialog/dialog-types.ts";
import { type Grounds, makeDecision, type Pinned } from "./make-decision.ts";

const ASK_AGAIN_TIMES = 2;
const ASK_AGAIN_AFTER_MS = 2000;

/**
 * One decision, sent under one key for as long as it is open. Without an answer it is asked for again by the same key,
 * which tells what was recorded and records nothing twice; a refusal is final. What the page shows comes from the
 * server afterwards.
 */
export function useDecide(pinned: Pinned, onDone: (words: Words) => void) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: reviewQueries.all });
  const mutation = useMutation({
    mutationKey: ["decide", pinned.detail.review.id, pinned.key],
    mutationFn: (grounds: Grounds) => makeDecision(pinned, grounds),
    networkMode: "always",
    retry: (times, error) => times < ASK_AGAIN_TIMES && !isRefusal(error),
    retryDelay: ASK_AGAIN_AFTER_MS,
    onSuccess: async (words) => {
      await refresh();
      onDone(words);
    },
    onError: () => void refresh(),
  });
  const isRefused = isRefusal(mutation.error);
  return {
    decide: mutation.mutate,
    isSending: mutation.isPending,
    refusal: isRefusal(mutation.error) ? mutation.error.problem : null,
    /** Sent, and no answer so far: what was recorded is not known. */
    isUncertain: (mutation.isPending && mutation.failureCount > 0) || (mutation.isError && !isRefused),
  };
}
