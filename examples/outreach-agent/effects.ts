import { appendFileSync } from "node:fs";
import type { EffectContext } from "@notwice/once";
import { sendSmtp, type SmtpReceipt } from "@notwice/once/smtp";
import { z } from "zod";
import { LOOPBACK, RESET_AFTER_DOT, sinkPort } from "./address.ts";
import type { ChaosPoint } from "./chaos.ts";
import type { DemoFiles } from "./files.ts";

const AGENT_NAME = "agent.outreach.example";
const postSchema = z.object({ channel: z.string(), text: z.string() });

/** Sends to the sink, and to nothing else. */
export function sendEmail(files: DemoFiles, context: EffectContext, name = AGENT_NAME): Promise<SmtpReceipt> {
  return sendSmtp(context, { host: LOOPBACK, port: sinkPort(files), name });
}

/** The team's channel is a file. */
export async function postMessage(files: DemoFiles, context: EffectContext): Promise<{ posted: string }> {
  const { channel, text } = postSchema.parse(context.payload);
  await context.begin();
  appendFileSync(files.channel, `${JSON.stringify({ at: new Date().toISOString(), channel, text })}\n`);
  return { posted: channel };
}

/** `sendEmail` with one fault in it. `die` does not return. */
export async function sendEmailInto(
  point: ChaosPoint | undefined,
  files: DemoFiles,
  context: EffectContext,
  die: (point: ChaosPoint) => void,
): Promise<SmtpReceipt> {
  const begin = async (): Promise<void> => {
    if (point === "before_begin") die(point);
    await context.begin();
    if (point === "after_begin") die(point);
  };
  const name = point === "reset_after_dot" ? RESET_AFTER_DOT : AGENT_NAME;
  const receipt = await sendEmail(files, { ...context, begin }, name);
  if (point === "after_accept") die(point);
  return receipt;
}
