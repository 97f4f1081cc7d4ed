import { Time } from "../ui/time.tsx";

/** How long ago, in a row: "12 min". */
export function Age({ of: at }: { of: string }) {
  return <Time at={at} form="age" inRow />;
}

/** How long still: "in 48 min", or that it is over. */
export function Until({ at, over = "over" }: { at: string; over?: string }) {
  return <Time at={at} form="until" inRow over={over} />;
}
