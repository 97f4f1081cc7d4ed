"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { isRefusal } from "#lib/client/api.ts";
import { newIdempotencyKey } from "#lib/client/idempotency-key.ts";

const ASK_AGAIN_TIMES = 2;
const ASK_AGAIN_AFTER_MS = 2000;

type Sending<Input, Answer> = {
  send: (input: Input, key: string) => Promise<Answer>;
  /** What the page shows is asked for anew, answered or not. */
  refreshes: QueryKey;
  onDone: (answer: Answer) => void;
};

/** One thing said under one key, asked for again by the same key where no answer came; a new key once it is done. */
export function useSend<Input, Answer>({ send, refreshes, onDone }: Sending<Input, Answer>) {
  const queryClient = useQueryClient();
  const [key, setKey] = useState(newIdempotencyKey);
  const refresh = () => queryClient.invalidateQueries({ queryKey: refreshes });
  const mutation = useMutation({
    mutationFn: (input: Input) => send(input, key),
    networkMode: "always",
    retry: (times, error) => times < ASK_AGAIN_TIMES && !isRefusal(error),
    retryDelay: ASK_AGAIN_AFTER_MS,
    onSuccess: async (answer) => {
      setKey(newIdempotencyKey());
      await refresh();
      onDone(answer);
    },
    onError: () => void refresh(),
  });
  const refusal = isRefusal(mutation.error) ? mutation.error.problem : null;
  return {
    send: mutation.mutate,
    forget: mutation.reset,
    isSending: mutation.isPending,
    refusal,
    /** Sent, and no answer so far: what was recorded is not known. */
    isUncertain: (mutation.isPending && mutation.failureCount > 0) || (mutation.isError && refusal === null),
  };
}
