import type { ReviewDetail } from "#lib/reviews/contract.ts";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import payloadClasses from "../../actions/payload/payload.module.css";
import classes from "./review.module.css";

/** All the server said, for whoever looks for one field more; the payload stands in its own block, to the byte. */
export function Everything({ detail: { review, action, requests, rules } }: { detail: ReviewDetail }) {
  const { payload, replaces: _, runSteps: __, ...rest } = action;
  const told = { review, action: { ...rest, payload: { hash: payload.hash, bytes: payload.bytes } }, requests, rules };
  return (
    <details className={classes.everything}>
      <summary>Everything</summary>
      <ScrollRegion as="pre" className={payloadClasses.stored} label="Everything">
        {JSON.stringify(told, null, 2)}
      </ScrollRegion>
    </details>
  );
}
