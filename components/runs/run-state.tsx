import { IconArchive, IconCheck, IconClock, IconHandStop } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { RunState as State } from "#lib/runs/contract.ts";
import { Chip, type ChipTone } from "../ui/chip.tsx";
import { RUN_STATE_WORDS } from "./run-words.ts";

const LOOKS: Readonly<Record<State, { tone: ChipTone; icon: ReactNode }>> = {
  paused: { tone: "harmless", icon: <IconHandStop /> },
  running: { tone: "flight", icon: <IconClock /> },
  done: { tone: "done", icon: <IconCheck /> },
  stopped: { tone: "quiet", icon: <IconArchive /> },
};

export function RunState({ state }: { state: State }) {
  return (
    <Chip icon={LOOKS[state].icon} tone={LOOKS[state].tone}>
      {RUN_STATE_WORDS[state]}
    </Chip>
  );
}
