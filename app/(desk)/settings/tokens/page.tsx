import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { Tokens } from "#components/tokens/tokens.tsx";
import { requirePagePermission, requireSession } from "#lib/auth/session.ts";
import { tokenQueries } from "#lib/client/token-queries.ts";
import { listTokens } from "#lib/tokens/index.ts";

export const metadata: Metadata = { title: "Tokens" };

export default async function TokensPage() {
  const actor = await requireSession();
  requirePagePermission(actor, "tokens.manage");
  const queryClient = makeQueryClient();
  // Without it the browser asks itself, and says so if that fails too.
  await queryClient.query({ ...tokenQueries.list(), queryFn: () => listTokens(actor) }).catch(() => undefined);
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Tokens />
    </HydrationBoundary>
  );
}
