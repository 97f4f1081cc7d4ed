"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";

/** What the page shows afterwards comes from the server, also after a refusal: it may be about what changed meanwhile. */
export function useUserAction<Input, Answer>(act: (input: Input) => Promise<Answer>, onDone: (answer: Answer) => void) {
  const router = useRouter();
  return useMutation({
    mutationFn: act,
    retry: false,
    onSuccess: onDone,
    onSettled: () => router.refresh(),
  });
}
