import type { Content } from "../compose/content.ts";
import { sayFact } from "../compose/one-line.ts";

type Rendered = { text: string; html: string };

const WHY =
  "Opening the link decides nothing. What you get, and how, you choose on the desk under Settings, Notifications.";

/** The text part is complete by itself; the other one says the same. */
export function renderMail({ paragraphs, facts, path }: Content, desk: { url: string; name: string }): Rendered {
  const link = `${desk.url}${path}`;
  const blocks = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map((fact) => sayFact(fact).join(": ")).join("\n")] : []),
    link,
    `${desk.name}. ${WHY}`,
  ];
  const rows = facts.map(sayFact).map(([label, value]) => `<p><b>${escapeHtml(label)}:</b> ${escapeHtml(value)}</p>`);
  const html = [
    ...paragraphs.map((text) => `<p>${withBreaks(text)}</p>`),
    ...rows,
    `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`,
    `<p><small>${escapeHtml(`${desk.name}. ${WHY}`)}</small></p>`,
  ];
  return { text: `${blocks.join("\n\n")}\n`, html: `<!doctype html>\n${html.join("\n")}\n` };
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll(/\r\n|\r|\n/g, "<br>");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
