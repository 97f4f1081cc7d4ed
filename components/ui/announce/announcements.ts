type Said = { text: string; times: number };
type Urgency = "polite" | "assertive";

const NOTHING: Said = { text: "", times: 0 };

let said: Readonly<Record<Urgency, Said>> = { polite: NOTHING, assertive: NOTHING };
const listeners = new Set<() => void>();

/** For whoever hears the desk: results and counts. What needs an answer now is `announceNow`. */
export function announce(text: string): void {
  say("polite", text);
}

/** Interrupts: a conflict, or a connection that is lost. */
export function announceNow(text: string): void {
  say("assertive", text);
}

function say(urgency: Urgency, text: string): void {
  said = { ...said, [urgency]: { text, times: said[urgency].times + 1 } };
  listeners.forEach((listener) => listener());
}

export const announcements = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => said,
};
