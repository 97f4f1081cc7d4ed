"use client";

import { Anchor, Button } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { ApiProblem } from "#lib/client/api.ts";
import { Time } from "../../ui/time.tsx";
import { Notice, NoticeFoot } from "./notice.tsx";
import { RequestId } from "./request-id.tsx";

type TroubleProps = { error: Error; what: string; since?: string | undefined; onRetry: () => void };

/** Says what is missing and what is still true. Where there is old data, it stays below. */
export function Trouble({ error, what, since, onRetry }: TroubleProps) {
  const problem = error instanceof ApiProblem ? error.problem : null;
  const path = usePathname();
  const isSignedOut = problem?.status === 401;
  return (
    <Notice icon={<IconPlugConnectedX />} title={isSignedOut ? "You are signed out" : titleOf(what, since)}>
      {isSignedOut ? "Your session has ended." : (problem?.detail ?? "The server does not answer.")}{" "}
      {!isSignedOut && "This page asks again by itself."}
      {since !== undefined && " What you see may be out of date."}
      <NoticeFoot>
        {isSignedOut ? (
          <Anchor href={`/sign-in?next=${encodeURIComponent(path)}`}>Sign in</Anchor>
        ) : (
          <Button onClick={onRetry} size="compact-sm" variant="default">
            Ask again now
          </Button>
        )}
        {problem && <RequestId id={problem.requestId} />}
      </NoticeFoot>
    </Notice>
  );
}

function titleOf(what: string, since: string | undefined) {
  if (since === undefined) return `${what} cannot be loaded right now`;
  return (
    <>
      Not updating since <Time at={since} clockOnly />
    </>
  );
}
