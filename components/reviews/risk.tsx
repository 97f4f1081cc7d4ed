import type { Risk } from "#lib/reviews/contract.ts";
import { RiskGlyph } from "../actions/icons.tsx";
import { Time } from "../ui/time.tsx";
import classes from "./risk.module.css";

type RiskProps = { risk: Risk; isFirst: boolean };

const GLYPHS = { safe: "one", deduped: "one", check_first: "check", may_duplicate: "two" } as const;

/** A word and a glyph of one, one and a question, or two circles. No colour: that is the state's. */
export function RiskWord({ risk, isFirst }: RiskProps) {
  return (
    <span className={classes.risk}>
      <span className={classes.glyph}>
        <RiskGlyph steps={GLYPHS[risk.word]} />
      </span>
      <span>{wordOf(risk, isFirst)}</span>
    </span>
  );
}

function wordOf(risk: Risk, isFirst: boolean) {
  switch (risk.word) {
    case "safe":
      return isFirst ? "Safe to send" : "Safe to resend";
    case "deduped":
      return risk.until === null ? (
        "Deduplicated"
      ) : (
        <>
          Deduplicated until <Time at={risk.until} clockOnly />
        </>
      );
    case "check_first":
      return "Check first";
    case "may_duplicate":
      return "May duplicate";
  }
}
