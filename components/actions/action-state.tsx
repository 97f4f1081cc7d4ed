import {
  IconAlertOctagon,
  IconArchive,
  IconBan,
  IconCheck,
  IconClock,
  IconHandStop,
  IconHistory,
  IconSend,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ActionRow } from "#lib/actions/contract.ts";
import { Chip, type ChipTone } from "../ui/chip.tsx";
import { UnknownIcon } from "./icons.tsx";
import { kindOf } from "./kinds/index.ts";

export type StateLook = { tone: ChipTone; icon: ReactNode; word: ReactNode };
export type StateFacts = Pick<ActionRow, "status" | "failure" | "kind" | "attempt">;

/** The one table from an action's state to its word, icon and fill. A status that is none of ours is unknown. */
export function lookOfAction({ status, failure, kind }: StateFacts): StateLook {
  switch (status) {
    case "held":
      return { tone: "harmless", icon: <IconHandStop />, word: "Held" };
    case "in_flight":
      return { tone: "flight", icon: <IconClock />, word: "In flight" };
    case "released":
      return { tone: "released", icon: <IconSend />, word: "Released" };
    case "succeeded":
      return { tone: "done", icon: <IconCheck />, word: kindOf(kind).happened };
    case "dismissed":
      return { tone: "quiet", icon: <IconArchive />, word: "Dismissed" };
    case "failed":
      if (failure === "did_not_happen") return { tone: "harmless", icon: <IconBan />, word: "Did not happen" };
      return UNKNOWN;
    default:
      return UNKNOWN;
  }
}

const UNKNOWN: StateLook = { tone: "unknown", icon: <UnknownIcon />, word: "Unknown outcome" };

export function StateChip({ look }: { look: StateLook }) {
  return (
    <Chip icon={look.icon} tone={look.tone}>
      {look.word}
    </Chip>
  );
}

/** Beside the state, never instead of it. */
export function DuplicateFlag({ duplicate }: Pick<ActionRow, "duplicate">) {
  if (duplicate === null) return null;
  const look: StateLook =
    duplicate === "confirmed"
      ? { tone: "alarm", icon: <IconAlertOctagon />, word: "Duplicate confirmed" }
      : { tone: "late", icon: <IconHistory />, word: "Duplicate suspected" };
  return <StateChip look={look} />;
}
