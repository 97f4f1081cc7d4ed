import type { SmtpPhase } from "./phase.ts";

const PHASE_WHEN_ACCEPTED: Record<string, SmtpPhase> = {
  EHLO: "greeted",
  HELO: "greeted",
  MAIL: "sender_ok",
  RCPT: "recipient_ok",
};

interface LogEntry {
  tnx?: string;
  remoteAddress?: string;
}

type Log = (entry: LogEntry, message?: string) => void;

/**
 * A logger that hears nodemailer's transaction log and names the phases: nodemailer tells them
 * nowhere else. Replies come in the order of the commands, pipelined or not.
 */
export function phaseLogger(reached: (phase: SmtpPhase) => void): Record<string, Log> {
  const unanswered: string[] = [];
  const log: Log = ({ tnx, remoteAddress }, message = "") => {
    if (tnx === "network" && remoteAddress !== undefined) reached("connected");
    // Logged once the last byte, the dot included, was written to the socket.
    if (tnx === "message") reached("body_sent");
    if (tnx === "client") unanswered.push(message.slice(0, 4));
    if (tnx !== "server") return;
    const phase = PHASE_WHEN_ACCEPTED[unanswered.shift() ?? ""];
    if (phase !== undefined && message.startsWith("2")) reached(phase);
  };
  const nothing: Log = () => {};
  return { trace: nothing, debug: log, info: log, warn: nothing, error: nothing, fatal: nothing };
}
