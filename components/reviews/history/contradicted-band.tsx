import { IconLinkOff } from "@tabler/icons-react";
import type { ActionDetail, Attempt } from "#lib/actions/contract.ts";
import { Chip } from "../../ui/chip.tsx";
import { Time } from "../../ui/time.tsx";
import classes from "./changed-band.module.css";

/** Somebody said that it happened, and every worker has proof that it did not: both stand, and neither is edited. */
export function ContradictedBand({ action }: { action: Pick<ActionDetail, "status" | "settledBy" | "attempts"> }) {
  const contrary = contraryReport(action);
  if (contrary === null || contrary.late === null) return null;
  return (
    <p className={classes.band}>
      <Chip icon={<IconLinkOff />} tone="contradicted">
        Contradicted
      </Chip>
      <span>
        It was recorded that it happened{action.settledBy === "verification" && ", as the provider said"};{" "}
        {contrary.worker ?? "its worker"} reported on <Time at={contrary.late.at} /> that it did not.
      </span>
    </p>
  );
}

export function contraryReport({
  status,
  settledBy,
  attempts,
}: Pick<ActionDetail, "status" | "settledBy" | "attempts">): Attempt | null {
  if (status !== "succeeded" || (settledBy !== "attestation" && settledBy !== "verification")) return null;
  const saysNo = ({ outcome, late }: Attempt) =>
    outcome === "did_not_happen" || outcome === "not_started" || late?.outcome === "did_not_happen";
  if (!attempts.every(saysNo)) return null;
  return attempts.findLast(({ late }) => late !== null) ?? null;
}
