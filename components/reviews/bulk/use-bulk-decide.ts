"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isRefusal } from "#lib/client/api.ts";
import { newIdempotencyKey } from "#lib/client/idempotency-key.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";

const ASK_AGAIN_TIMES = 2;
const ASK_AGAIN_AFTER_MS = 2000;

/** As of a single decision: one key for as long as it is open, asked again without an answer, and a refusal is final. */
export function useBulkDecide<G>(decide: (grounds: G, key: string) => Promise<string>, onDone: (said: string) => void) {
  const queryClient = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  const refresh = () => queryClient.invalidateQueries({ queryKey: reviewQueries.all });
  const mutation = useMutation({
    mutationFn: (grounds: G) => decide(grounds, key),
    networkMode: "always",
    retry: (times, error) => times < ASK_AGAIN_TIMES && !isRefusal(error),
    retryDelay: ASK_AGAIN_AFTER_MS,
    onSuccess: async (said) => {
      await refresh();
      onDone(said);
    },
    onError: () => void refresh(),
  });
  const isRefused = isRefusal(mutation.error);
  return {
    decide: mutation.mutate,
    isSending: mutation.isPending,
    refusal: isRefusal(mutation.error) ? mutation.error.problem : null,
    isUncertain: (mutation.isPending && mutation.failureCount > 0) || (mutation.isError && !isRefused),
  };
}
