"use client";

import { Button, Title } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconArrowLeft, IconPrinter } from "@tabler/icons-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import { CopyValue } from "../../actions/copy-value.tsx";
import { kindOf } from "../../actions/kinds/index.ts";
import { useKeys } from "../../ui/keys/use-keys.ts";
import { Neighbours } from "./neighbours.tsx";
import classes from "./review.module.css";

type ReviewHeadProps = { review: ReviewRow; url: string; children: ReactNode };

export function ReviewHead({ review, url, children }: ReviewHeadProps) {
  const { copy } = useClipboard();
  useKeys("item", [{ keys: "c", word: "Copy the link", run: () => copy(url) }]);
  return (
    <header className={classes.head}>
      <div className={classes.way}>
        <Link className={classes.back} href="/queue">
          <IconArrowLeft aria-hidden size={16} /> Queue
        </Link>
        <Neighbours id={review.id} />
        <span className={classes.live}>{children}</span>
      </div>
      <Title className={classes.title} order={1}>
        {kindOf(review.kind).titleOf(review.target)}
      </Title>
      <p className={classes.summary}>
        {review.summary !== null && <span>{review.summary}</span>}
        <CopyValue shown={review.shortKey} value={review.actionKey} what="key" />
        <CopyValue shown="Link" value={url} what="link" />
        <Button
          leftSection={<IconPrinter aria-hidden size={16} />}
          onClick={() => window.print()}
          size="compact-sm"
          variant="default"
        >
          Print
        </Button>
      </p>
    </header>
  );
}
