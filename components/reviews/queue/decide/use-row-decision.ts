"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { newIdempotencyKey } from "#lib/client/idempotency-key.ts";
import { reviewQueries } from "#lib/client/review-queries.ts";
import type { ReviewRow } from "#lib/reviews/contract.ts";
import { tell } from "../../../layout/tray/notices.ts";
import { useZone } from "../../../ui/time/zone.tsx";
import { offersOf } from "../../decision/offers.ts";
import { tellDecision } from "../../decision/tell-decision.ts";
import type { DialogPinned, Words } from "../../dialog/dialog-types.ts";

type Asked = DialogPinned["decision"];

/**
 * The dialog of a row: it is bound to the case as the server has it when the key is pressed. `onClosed` gets the row, and
 * whether it was decided.
 */
export function useRowDecision(onClosed: (reviewId: string, isDecided: boolean) => void) {
  const queryClient = useQueryClient();
  const zone = useZone();
  const [pinned, setPinned] = useState<DialogPinned | null>(null);
  const [isOpening, setOpening] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isDecided = useRef(false);

  const open = useCallback(
    async (row: ReviewRow, ...wanted: Asked[]) => {
      setOpening(true);
      try {
        const detail = await queryClient.query({ ...reviewQueries.detail(row.id), staleTime: 0 });
        const offer = offersOf(detail).find(({ decision }) => wanted.some((each) => each === decision));
        const decision = wanted.find((each) => each === offer?.decision);
        if (decision === undefined || offer === undefined)
          tell({ words: "That cannot be asked for in this case now." });
        else if (offer.because !== null) tell({ words: offer.because, href: `/reviews/${row.id}` });
        else {
          isDecided.current = false;
          setPinned({ decision, detail, key: newIdempotencyKey() });
          setOpen(true);
        }
      } catch {
        tell({ words: "The case could not be read. Nothing was asked for.", isTrouble: true });
      } finally {
        setOpening(false);
      }
    },
    [queryClient],
  );
  const done = (words: Words) => {
    if (pinned !== null) tellDecision(pinned.decision, pinned.detail, words, zone);
    isDecided.current = true;
    setOpen(false);
  };
  const closed = () => {
    if (pinned !== null) onClosed(pinned.detail.review.id, isDecided.current);
  };
  return { open, pinned, isOpen, isOpening, keep: () => setOpen(false), done, closed };
}

export type RowDecision = ReturnType<typeof useRowDecision>;
