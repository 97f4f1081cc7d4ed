"use client";

import { Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { policyQueries } from "#lib/client/policies/policy-queries.ts";
import { useLive } from "../layout/live/live-provider.tsx";
import { LiveStatus } from "../layout/live/live-status.tsx";
import { Trouble } from "../reviews/notices/trouble.tsx";
import { PolicyTable } from "./policy-table.tsx";
import page from "../ui/page/page.module.css";

export function Policies() {
  const { pollMs } = useLive();
  const { data, error, isPending, refetch } = useQuery({
    ...policyQueries.list(),
    refetchInterval: pollMs,
    refetchOnWindowFocus: pollMs !== false,
  });
  return (
    <>
      <div className={page.top}>
        <Title order={1}>Policies</Title>
        {data && <LiveStatus answeredAt={data.at} isFailing={error !== null} />}
      </div>
      <p className={page.line}>
        What is to be done with a stuck action of each kind. Everyone may read them, admins change them. An action stays
        bound by the policy it was claimed under, where that one is stricter.
      </p>
      {error && (
        <div className={page.trouble}>
          <Trouble error={error} onRetry={() => void refetch()} since={data?.at} what="This list" />
        </div>
      )}
      {isPending && ["first", "second", "third"].map((row) => <Skeleton height={40} key={row} mt="sm" />)}
      {data && (data.items.length === 0 ? <Empty /> : <PolicyTable rows={data.items} />)}
    </>
  );
}

function Empty() {
  return <p className={page.line}>No kinds seen yet. Unknown kinds go to people.</p>;
}
