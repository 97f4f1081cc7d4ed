/** How one try ended. `refused` is proof that nothing was sent; `in_doubt` is never tried again. */
export type Outcome =
  | { outcome: "sent" }
  /** `isFinal`: it would never be taken. `isDown`: the next message would be answered no better right now. */
  | { outcome: "refused"; reason: string; isFinal: boolean; isDown: boolean }
  | { outcome: "in_doubt"; reason: string; isDown: boolean };

/** Commits that the message may leave now; throws where the try is not ours any more. */
export type Begin = () => Promise<void>;

/** Another sender has taken the try over, so this one sends nothing. */
export class TryLostError extends Error {
  override readonly name = "TryLostError";
}
