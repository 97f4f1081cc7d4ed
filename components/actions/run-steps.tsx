import Link from "next/link";
import type { RunStep } from "#lib/actions/contract.ts";
import { DuplicateFlag, lookOfAction, StateChip } from "./action-state.tsx";
import { kindOf } from "./kinds/index.ts";
import classes from "./run-steps.module.css";

/** The other effects of the same run: what happened before, and what waits for this one. */
export function RunSteps({ steps }: { steps: readonly RunStep[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li aria-current={step.isThis ? "step" : undefined} className={classes.step} key={step.actionKey}>
          <span className={classes.number}>{step.step ?? "–"}</span>
          <span className={classes.what}>
            <StepName step={step} />
            <span className={classes.state}>
              <StateChip look={lookOfAction(step)} />
              <DuplicateFlag duplicate={step.duplicate} />
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function StepName({ step }: { step: RunStep }) {
  const name = kindOf(step.kind).titleOf(step.target);
  if (step.isThis) return <strong className={classes.name}>{name} (this one)</strong>;
  if (step.reviewId === null) return <span className={classes.name}>{name}</span>;
  return (
    <Link className={classes.name} href={`/reviews/${step.reviewId}`} prefetch={false}>
      {name}
    </Link>
  );
}
