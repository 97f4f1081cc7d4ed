import { queryOptions } from "@tanstack/react-query";
import type { CreatedToken, RevokedToken, Scope, TokenList } from "#lib/tokens/contract.ts";
import { getJson, postJson } from "./api.ts";

export type NewToken = { name: string; scopes: Scope[]; expiresInDays: number | null };

export const tokenQueries = {
  all: ["tokens"] as const,

  list: () =>
    queryOptions({
      queryKey: [...tokenQueries.all, "list"] as const,
      queryFn: ({ signal }) => getJson<TokenList>("/api/tokens", signal),
    }),
};

export const tokenCalls = {
  create: (token: NewToken) => postJson<CreatedToken>("/api/tokens", token),
  revoke: (id: string) => postJson<RevokedToken>(`/api/tokens/${encodeURIComponent(id)}/revoke`, {}),
};
