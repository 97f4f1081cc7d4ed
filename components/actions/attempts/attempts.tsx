"use client";

import { Text } from "@mantine/core";
import type { ActionDetail, Attempt } from "#lib/actions/contract.ts";
import { TabSet } from "../../ui/tab-set.tsx";
import { kindOf } from "../kinds/index.ts";
import { Ladder } from "./ladder-list.tsx";
import { ladderOf } from "./ladder.ts";

type AttemptsProps = { action: Pick<ActionDetail, "attempts" | "kind" | "twoPhase"> };

/** Newest first in the tabs: it is the one that is decided about. */
export function Attempts({ action }: AttemptsProps) {
  const attempts = action.attempts.toReversed();
  const newest = attempts[0];
  if (newest === undefined) return <Text>No attempt has been made yet.</Text>;
  const ladder = (attempt: Attempt) => ladderOf(attempt, kindOf(action.kind), action.twoPhase);
  if (attempts.length === 1) return <Ladder rungs={ladder(newest)} />;
  return (
    <TabSet
      tabs={attempts.map((attempt) => ({
        id: String(attempt.attempt),
        label: `Attempt ${attempt.attempt}`,
        panel: <Ladder rungs={ladder(attempt)} />,
      }))}
    />
  );
}
