import Link from "next/link";
import type { RunAction, RunDetail } from "#lib/runs/contract.ts";
import { DuplicateFlag, lookOfAction, StateChip } from "../actions/action-state.tsx";
import { kindOf } from "../actions/kinds/index.ts";
import { Time } from "../ui/time.tsx";
import { STANDING_WORDS } from "./run-words.ts";
import classes from "./steps.module.css";

type StepsProps = { steps: readonly RunAction[]; next: RunDetail["next"] };

export function Steps({ steps, next }: StepsProps) {
  const waitedFor = steps.find(({ standing }) => standing === "person" || standing === "worker");
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li
          aria-current={step.actionKey === next?.actionKey ? "step" : undefined}
          className={classes.step}
          key={step.actionKey}
        >
          <span className={classes.number}>{step.step ?? "–"}</span>
          <div className={classes.what}>
            <Name step={step} />
            {step.summary !== null && <span className={classes.line}>{step.summary}</span>}
            <span className={classes.state}>
              <StateChip look={lookOfAction(step)} />
              <DuplicateFlag duplicate={step.duplicate} />
            </span>
            <span className={classes.line}>
              {STANDING_WORDS[step.standing]}
              {step.completedAt !== null && step.standing === "stored" && (
                <>
                  , since <Time at={step.completedAt} />
                </>
              )}
              {waitsBehind(step, waitedFor) && `. Reached once step ${waitedFor?.step} has ended`}
              {step.versionsBefore > 0 &&
                `. Edited ${step.versionsBefore === 1 ? "once" : `${step.versionsBefore} times`}`}
              .
            </span>
          </div>
        </li>
      ))}
    </ol>
  );
}

/** A resume passes the steps in order: what comes after one that is waited for is not reached before. */
function waitsBehind(step: RunAction, waitedFor: RunAction | undefined): boolean {
  if (waitedFor === undefined || step.step === null || waitedFor.step === null) return false;
  return step.step > waitedFor.step && step.standing !== "stored";
}

function Name({ step }: { step: RunAction }) {
  const name = kindOf(step.kind).titleOf(step.target);
  if (step.reviewId === null) return <strong className={classes.name}>{name}</strong>;
  return (
    <Link className={classes.name} href={`/reviews/${step.reviewId}`} prefetch={false}>
      {name}
    </Link>
  );
}
