"use client";

import { Button, Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { Section } from "../ui/page/section.tsx";
import { Time } from "../ui/time.tsx";
import page from "../ui/page/page.module.css";

type Asked<T> = { data: T | undefined; error: Error | null; isPending: boolean; refetch: () => unknown };

type BoxProps<T> = {
  title: string;
  query: Asked<T>;
  skeletonHeight: number;
  children: (data: T) => ReactNode;
};

/** What was known stays, and says of when it is. */
export function Box<T extends { at: string }>({ title, query, skeletonHeight, children }: BoxProps<T>) {
  const { data, error, isPending, refetch } = query;
  return (
    <Section title={title}>
      {error && (
        <p className={page.line} role="status">
          {data ? (
            <>
              No figure since <Time at={data.at} clockOnly />. Retrying.
            </>
          ) : (
            "No figure: the server does not answer. Retrying."
          )}{" "}
          <Button onClick={() => void refetch()} size="compact-sm" variant="default">
            Ask again: {title.toLowerCase()}
          </Button>
        </p>
      )}
      {data !== undefined && children(data)}
      {isPending && <Skeleton height={skeletonHeight} />}
    </Section>
  );
}
