import { NotExecuted } from "../errors.ts";
import { isBefore, type SmtpPhase } from "./phase.ts";

/** The attempt ended without an answer that proves anything: the recipient may have the message. */
export class SmtpDoubtError extends Error {
  readonly phase: SmtpPhase | undefined;
  readonly code: string | undefined;

  constructor(
    message: string,
    options: { phase?: SmtpPhase | undefined; code?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "SmtpDoubtError";
    this.phase = options.phase;
    this.code = options.code;
  }
}

/**
 * Turns an error of nodemailer into proof that nothing was sent, or into doubt. Proof is either
 * the phase (nothing of the message had left) or a reply line in which a server says no to a verb.
 * nodemailer's `code` and `command` cannot tell: a connection lost before MAIL and one lost after
 * the final dot carry the same.
 *
 * @param error What nodemailer threw.
 * @param phase How far the attempt got. Without it only a reply line is proof.
 */
export function classifySmtpError(error: unknown, phase?: SmtpPhase): NotExecuted | SmtpDoubtError {
  const { command, responseCode, code: transportCode } = fieldsOf(error);
  const code = responseCode === undefined ? transportCode : String(responseCode);
  const message = error instanceof Error ? error.message : String(error);
  const nothingLeft = phase !== undefined && isBefore(phase, "data_sent");
  if (nothingLeft || isRefusal(command, responseCode)) {
    return new NotExecuted(message, {
      permanent: isPermanent(responseCode),
      cause: error,
      ...(phase !== undefined && { phase }),
      ...(code !== undefined && { code }),
    });
  }
  return new SmtpDoubtError(message, { phase, code, cause: error });
}

const REFUSABLE_VERB = /^(?:EHLO|HELO|STARTTLS|AUTH|MAIL FROM|RCPT TO|DATA)\b/;

const SERVICE_CLOSING = 421;

function isRefusal(command: string | undefined, responseCode: number | undefined): boolean {
  if (command === undefined || responseCode === undefined) return false;
  // Broken servers deliver and then answer the dot with 421, as part of closing the connection.
  if (responseCode === SERVICE_CLOSING && command === "DATA") return false;
  return REFUSABLE_VERB.test(command) && responseCode >= 400 && responseCode < 600;
}

const BAD_SEQUENCE_OF_COMMANDS = 503;

function isPermanent(responseCode: number | undefined): boolean {
  if (responseCode === undefined) return false;
  // 503 speaks of the session, not of the message: a new connection may well be accepted.
  return responseCode >= 500 && responseCode < 600 && responseCode !== BAD_SEQUENCE_OF_COMMANDS;
}

interface SmtpErrorFields {
  code: string | undefined;
  command: string | undefined;
  responseCode: number | undefined;
}

function fieldsOf(error: unknown): SmtpErrorFields {
  const from = (name: string): unknown =>
    typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined;
  const [code, command, responseCode] = [from("code"), from("command"), from("responseCode")];
  return {
    code: typeof code === "string" ? code : undefined,
    command: typeof command === "string" ? command : undefined,
    responseCode: typeof responseCode === "number" ? responseCode : undefined,
  };
}
