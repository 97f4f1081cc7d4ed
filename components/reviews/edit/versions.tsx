import Link from "next/link";
import type { ReactNode } from "react";
import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { PayloadDiff } from "../../actions/diff/payload-diff.tsx";
import { Block } from "../detail/block.tsx";
import classes from "./edit-payload.module.css";

/** Where this action stands among the versions of it, linked both ways; and what was changed, to the byte. */
export function Versions({ detail: { action } }: { detail: ReviewDetail }) {
  const { replaces, replacement } = action;
  if (replaces === null && replacement === null) return null;
  return (
    <Block title={replaces === null ? "Edited" : "What was changed"}>
      {replacement !== null && (
        <p>
          This was edited. It is <VersionLink of={replacement}>action {replacement.shortKey}</VersionLink> that is
          decided instead.
        </p>
      )}
      {replaces !== null && (
        <>
          <p>
            This replaces <VersionLink of={replaces}>action {replaces.shortKey}</VersionLink>
            {replaces.target !== action.target && <>, which was aimed at {replaces.target ?? "nobody"}</>}.
          </p>
          <PayloadDiff after={action.payload} before={replaces.payload} />
        </>
      )}
    </Block>
  );
}

function VersionLink({ of: version, children }: { of: { reviewId: string | null }; children: ReactNode }) {
  if (version.reviewId === null) return <>{children}</>;
  return (
    <Link className={classes.link} href={`/reviews/${version.reviewId}`} prefetch={false}>
      {children}
    </Link>
  );
}
