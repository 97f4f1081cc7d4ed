"use client";

import { Button } from "@mantine/core";
import { IconArrowsSplit2, IconQuestionMark } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import type { Problem } from "#lib/client/api.ts";
import { Time } from "../../ui/time.tsx";
import { Notice, NoticeFoot } from "./notice.tsx";
import { RequestId } from "./request-id.tsx";

/** Seldom needed, and every page with a decision would carry its fields. */
const SignInAgain = dynamic(async () => (await import("../../auth/sign-in-again.tsx")).SignInAgain, { ssr: false });

type RefusalProps = {
  problem: Problem;
  onShow?: () => void;
  /** The session had ended, and stands again: the same decision is sent once more, by its same key. */
  onSignedIn: () => void;
};

/** Refusals after which the same dialog can lead nowhere: the case is no longer what it was made for. */
const OVERTAKEN = new Set([404, 409, 410, 412]);

export function isOvertaken(problem: Problem): boolean {
  return OVERTAKEN.has(problem.status) || problem.code === "own_request";
}

/** The one place where a decision is told no: who was first, when, and that nothing of this one was recorded. */
export function Refusal({ problem, onShow, onSignedIn }: RefusalProps) {
  if (problem.status === 401) return <SignInAgain onSignedIn={onSignedIn} />;
  return (
    <Notice catchesFocus icon={<IconArrowsSplit2 />} title={titleOf(problem)}>
      {problem.detail} Nothing of yours was recorded.
      {problem.by !== undefined && problem.at !== undefined && !problem.detail.includes(problem.by) && (
        <>
          {" "}
          By {problem.by}, <Time at={problem.at} />.
        </>
      )}
      {problem.reason !== undefined && <> “{problem.reason}”</>}
      <NoticeFoot>
        {onShow && isOvertaken(problem) && (
          <Button onClick={onShow} size="compact-sm" variant="default">
            Show what changed
          </Button>
        )}
        <RequestId id={problem.requestId} />
      </NoticeFoot>
    </Notice>
  );
}

function titleOf({ code, by, title }: Problem): string {
  switch (code) {
    case "decided_otherwise":
      return by === undefined ? "This was decided first." : `${by} decided first.`;
    case "request_pending":
      return by === undefined ? "Someone asked first." : `${by} asked first.`;
    case "changed_since_seen":
      return "This is not what you were looking at.";
    case "expired":
      return "This request expired.";
    case "superseded":
      return "This request was superseded.";
    default:
      return `${title}.`;
  }
}

type UncertainProps = { isAsking: boolean; onAskAgain: () => void };

/** Said when no answer came: the server is asked by the decision's own key, and nothing is decided by asking. */
export function Uncertain({ isAsking, onAskAgain }: UncertainProps) {
  return (
    <Notice catchesFocus icon={<IconQuestionMark />} title="We cannot tell yet whether your decision was recorded.">
      {isAsking
        ? "Checking by its key…"
        : "The server does not answer. Checking again is safe: it is recorded once at most."}
      {!isAsking && (
        <NoticeFoot>
          <Button onClick={onAskAgain} size="compact-sm" variant="default">
            Check again
          </Button>
        </NoticeFoot>
      )}
    </Notice>
  );
}

/** The server answers again, and has nothing by this key. */
export function NotRecorded() {
  return (
    <Notice catchesFocus icon={<IconQuestionMark />} title="It was not recorded. Nothing was sent.">
      What you wrote is still here. Submitting again carries the same key, so it is recorded once at most.
    </Notice>
  );
}
