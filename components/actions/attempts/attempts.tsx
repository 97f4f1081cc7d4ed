"use client";

import { Tabs, Text } from "@mantine/core";
import type { ActionDetail, Attempt } from "#lib/actions/contract.ts";
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
    <Tabs defaultValue={String(newest.attempt)} keepMounted={false}>
      <Tabs.List mb="md">
        {attempts.map(({ attempt }) => (
          <Tabs.Tab key={attempt} value={String(attempt)}>
            Attempt {attempt}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {attempts.map((attempt) => (
        <Tabs.Panel key={attempt.attempt} value={String(attempt.attempt)}>
          <Ladder rungs={ladder(attempt)} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
