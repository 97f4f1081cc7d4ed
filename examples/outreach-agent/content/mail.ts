import type { MailDraft } from "@notwice/once/smtp";
import type { Lead } from "./leads.ts";

type Text = Pick<MailDraft, "from" | "to" | "subject" | "text">;

const SENDER = "Maya Lin <maya.lin@outreach.example>";
export const SALES = "sales@outreach.example";

/** The first mail to a lead. A real agent has a model word it; it is worded once, then stored. */
export function introduction(lead: Lead, run: number): Text {
  const write = INTRODUCTIONS[run % INTRODUCTIONS.length] ?? askForACall;
  return { from: SENDER, to: `${lead.name} <${lead.email}>`, ...write(lead) };
}

const INTRODUCTIONS = [askForACall, offerAnExample, askForTheRightPerson];

function askForACall({ firstName, company, occasion, team }: Lead): Pick<Text, "subject" | "text"> {
  return {
    subject: `Fifteen minutes about ${company}'s ${team}?`,
    text: `Hello ${firstName},

congratulations on ${occasion}. When a team grows that quickly, ${team} usually feels it first: the same
questions come in from more places than anyone can answer by hand.

We take those off the desk for companies of your size. Could I show you how, in fifteen minutes this week
or next? Tuesday at ten or Thursday at three would suit me.

Best regards
Maya Lin
`,
  };
}

function offerAnExample({ firstName, company, occasion, team }: Lead): Pick<Text, "subject" | "text"> {
  return {
    subject: `An example for ${company}`,
    text: `Hello ${firstName},

I read about ${occasion} and put together a page on how we would set up ${team} at ${company}: what it
replaces, what it costs, and what it does not do.

May I send it to you? A short "yes" is enough.

Best regards
Maya Lin
`,
  };
}

function askForTheRightPerson({ firstName, company, occasion, team }: Lead): Pick<Text, "subject" | "text"> {
  return {
    subject: `Who looks after ${team} at ${company}?`,
    text: `Hello ${firstName},

since ${occasion} I keep meeting people who know ${company}, and nobody who could tell me who looks
after ${team}. Is that you? If it is somebody else, I would be grateful for a name.

Best regards
Maya Lin
`,
  };
}

/** Every third run tells the sales desk by mail, too. */
export function handOver(lead: Lead): Text {
  return {
    from: SENDER,
    to: `Sales desk <${SALES}>`,
    subject: `First contact: ${lead.name}, ${lead.company}`,
    text: `${lead.name} (${lead.email}) at ${lead.company} was written to about ${lead.occasion}.
Follow up in five working days if there is no answer.
`,
  };
}
