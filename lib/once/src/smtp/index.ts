export { classifySmtpError, SmtpDoubtError } from "./classify-smtp-error.ts";
export { type MailDraft, mailPayload, type MailPayload } from "./mail-payload.ts";
export type { SmtpPhase } from "./phase.ts";
export { sendSmtp, type SmtpReceipt } from "./send-smtp.ts";
export type { SmtpOptions } from "./session.ts";
