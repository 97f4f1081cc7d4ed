import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { makeQueryClient } from "#components/layout/query-client.ts";
import { Review } from "#components/reviews/detail/review.tsx";
import { requireSession } from "#lib/auth/session.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import { env, environmentName } from "#lib/env.ts";
import { isAppError } from "#lib/errors.ts";
import { idParamSchema } from "#lib/reviews/contract.ts";
import { readReview } from "#lib/reviews/index.ts";

export const metadata: Metadata = { title: "Review" };

type ReviewPageProps = { params: Promise<{ id: string }> };

export default async function ReviewPage({ params }: ReviewPageProps) {
  const actor = await requireSession();
  const { data } = idParamSchema.safeParse(await params);
  if (data === undefined) notFound();
  const queryClient = makeQueryClient();
  const query = { ...reviewQueries.detail(data.id), queryFn: () => readReview(actor, data.id) };
  // Any other fault is left to the browser, which asks again and can say what is wrong.
  await queryClient.query(query).catch((error: unknown) => isAppError(error, "not_found") && notFound());
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <Review
        environment={environmentName()}
        id={data.id}
        url={`${env().BASE_URL}/reviews/${data.id}`}
        viewerId={actor.id}
      />
    </HydrationBoundary>
  );
}
