import { QueryClient } from "@tanstack/react-query";

const STALE_MS = 5000;

/** A refusal (4xx) is an answer, not a hiccup: asking again would only ask the same. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS, retry: (failures, error) => failures < 2 && !isRefusal(error) },
      mutations: { retry: false },
    },
  });
}

function isRefusal(error: Error): boolean {
  return "status" in error && typeof error.status === "number" && error.status >= 400 && error.status < 500;
}
