import type { Content } from "../compose/content.ts";
import { sayFact } from "../compose/one-line.ts";

/** Slack cuts off a text that is longer. */
const MAX_CHARS = 3000;
/** The three that Slack's format gives a meaning: with `<` one could post a link, or call a whole channel. */
const MARKS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** Receivers that speak Slack's format call everybody by these, with nothing to escape them by. */
const CALLS_ALL = /@(?=(?:all|channel|everyone|here)\b)/gi;
const ZERO_WIDTH_SPACE = "\u200B";

type Desk = { url: string; name: string };

/** The body of Slack's incoming webhooks: one text, in which nothing of ours or anybody's is markup but the one link. */
export function renderSlack({ subject, paragraphs, facts, path }: Content, desk: Desk): string {
  const lines = [`${desk.name}: ${subject}`, ...paragraphs, ...facts.map((fact) => sayFact(fact).join(": "))];
  const link = `<${escapeSlack(desk.url + path)}|Open on the desk>`;
  const text = `${escapeSlack(lines.join("\n").slice(0, MAX_CHARS))}\n${link}`;
  return JSON.stringify({ text, unfurl_links: false, unfurl_media: false });
}

export function escapeSlack(text: string): string {
  return text.replaceAll(/[&<>]/g, (mark) => MARKS[mark] ?? "").replaceAll(CALLS_ALL, `@${ZERO_WIDTH_SPACE}`);
}
