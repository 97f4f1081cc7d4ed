"use client";

import { Button, Skeleton, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useState } from "react";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import { Attempts } from "../../../actions/attempts/attempts.tsx";
import { kindOf } from "../../../actions/kinds/index.ts";
import { Payload } from "../../../actions/payload/payload.tsx";
import { usePerson } from "../../../layout/person/person-context.tsx";
import { Block } from "../../detail/block.tsx";
import { VerdictPanel } from "../../detail/verdict-panel.tsx";
import { Trouble } from "../../notices/trouble.tsx";
import classes from "../../list/review-list.module.css";

const SWAP_AFTER_MS = 120;

/** The first three blocks of the row that has the focus: read beside the list, without leaving it. */
export function PreviewPane({ row, onClose }: { row: ReviewRow | null; onClose: () => void }) {
  const id = useRested(row?.id ?? null);
  const person = usePerson();
  const { data, error, refetch } = useQuery({ ...reviewQueries.detail(id ?? ""), enabled: id !== null });
  if (row === null) return null;
  return (
    <aside aria-label="Preview" className={classes.preview}>
      <div className={classes.previewTop}>
        <Title order={2}>
          <Link className={classes.anchor} href={`/reviews/${row.id}`} prefetch={false}>
            {kindOf(row.kind).titleOf(row.target)}
          </Link>
        </Title>
        <Button onClick={onClose} size="compact-sm" variant="default">
          Close
        </Button>
      </div>
      {error && <Trouble error={error} onRetry={() => void refetch()} what="This case" />}
      {!error && data?.review.id !== row.id && <Skeleton height={160} />}
      {data?.review.id === row.id && (
        <>
          <VerdictPanel detail={data} viewerId={person.id} />
          <Block title="How far it got">
            <Attempts action={data.action} />
          </Block>
          <Block title={data.action.status === "succeeded" ? "What was sent" : "What would be sent"}>
            <Payload kind={data.review.kind} payload={data.action.payload} />
          </Block>
        </>
      )}
    </aside>
  );
}

/** The newest id that stood for a while: keys that run through the list ask for nothing. */
function useRested(id: string | null): string | null {
  const [rested, setRested] = useState(id);
  useEffect(() => {
    const timer = setTimeout(() => setRested(id), SWAP_AFTER_MS);
    return () => clearTimeout(timer);
  }, [id]);
  return rested;
}
