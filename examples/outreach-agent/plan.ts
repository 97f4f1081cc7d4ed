import type { Intent } from "@notwice/once";
import { mailPayload } from "@notwice/once/smtp";
import { type Lead, leadOf } from "./content/leads.ts";
import { handOver, introduction, SALES } from "./content/mail.ts";
import type { Job } from "./jobs.ts";

/** The step that chaos aims at. */
export const INTRODUCTION_STEP = 1;
const POST_STEP = 2;
const HAND_OVER_STEP = 3;

const CHANNEL = "#outreach";
const RUNS_PER_HAND_OVER = 3;

/**
 * What a run does outside, in order. Step 0 looks the lead up; it has no effect, so it is no action.
 * The same job gives the same plan whenever it is delivered: everything comes from the job.
 */
export function planOf(job: Job): Intent[] {
  const lead = leadOf(job.run);
  const plan = [introduce(job, lead), post(job, lead)];
  return job.run % RUNS_PER_HAND_OVER === 0 ? [...plan, tellSales(job, lead)] : plan;
}

function introduce({ run, runId, addedAt }: Job, lead: Lead): Intent {
  const step = INTRODUCTION_STEP;
  const payload = mailPayload({ ...introduction(lead, run), runId, step, date: addedAt });
  return { runId, step, kind: "send_email", target: lead.email, payload };
}

function post({ runId }: Job, lead: Lead): Intent {
  const payload = { channel: CHANNEL, text: `${lead.name} at ${lead.company} has been written to.` };
  return { runId, step: POST_STEP, kind: "post_message", target: CHANNEL, payload };
}

function tellSales({ runId, addedAt }: Job, lead: Lead): Intent {
  const step = HAND_OVER_STEP;
  const payload = mailPayload({ ...handOver(lead), runId, step, date: addedAt });
  return { runId, step, kind: "send_email", target: SALES, payload };
}
