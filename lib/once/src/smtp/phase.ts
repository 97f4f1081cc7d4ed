const PHASES = [
  "connecting",
  "connected",
  "greeted",
  "sender_ok",
  "recipient_ok",
  "data_sent",
  "body_sent",
  "replied",
] as const;

/**
 * How far an attempt got, each phase named after what was reached.
 * Up to `recipient_ok` nothing of the message has left: the DATA command itself carries none of it.
 * `data_sent`: `begin()` has committed and bytes of the message may be leaving.
 * `body_sent`: the final dot was written. `replied`: the server answered the dot.
 */
export type SmtpPhase = (typeof PHASES)[number];

export function isBefore(phase: SmtpPhase, other: SmtpPhase): boolean {
  return PHASES.indexOf(phase) < PHASES.indexOf(other);
}
