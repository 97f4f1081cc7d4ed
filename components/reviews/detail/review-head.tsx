import { Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import Link from "next/link";
import type { ReactNode } from "react";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import { CopyValue } from "../../actions/copy-value.tsx";
import { kindOf } from "../../actions/kinds/index.ts";
import classes from "./review.module.css";

export function ReviewHead({ review, children }: { review: ReviewRow; children: ReactNode }) {
  return (
    <header className={classes.head}>
      <div className={classes.way}>
        <Link className={classes.back} href="/queue">
          <IconArrowLeft aria-hidden size={16} /> Queue
        </Link>
        <span className={classes.live}>{children}</span>
      </div>
      <Title className={classes.title} order={1}>
        {kindOf(review.kind).titleOf(review.target)}
      </Title>
      <p className={classes.summary}>
        {review.summary !== null && <span>{review.summary}</span>}
        <CopyValue shown={review.shortKey} value={review.actionKey} what="key" />
      </p>
    </header>
  );
}
