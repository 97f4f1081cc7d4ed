import { MIN_KEY_DIGITS, type SearchHit } from "./contract.ts";

export type Term = { by: SearchHit["by"]; value: string };

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;

/** What the pasted text may be, likeliest first: the link of a case, a key or its beginning, a Message-ID, a recipient, a run. */
export function readTerm(text: string): Term[] {
  const given = text.trim();
  if (given === "") return [];
  const review = UUID.exec(given)?.[0].toLowerCase();
  const key = /^(sha256:)?([0-9a-f]+)…?$/i.exec(given)?.[2]?.toLowerCase();
  return [
    ...(review === undefined ? [] : [{ by: "review", value: review } as const]),
    ...(key !== undefined && key.length >= MIN_KEY_DIGITS && key.length <= 64
      ? [{ by: "key", value: key } as const]
      : []),
    ...(given.includes("@") ? [{ by: "message_id", value: inBrackets(given) } as const] : []),
    { by: "target", value: given.toLowerCase() },
    { by: "run", value: given },
  ];
}

/** Mail programs copy it with or without them. */
function inBrackets(id: string): string {
  return `<${id.replace(/^(message-id:\s*)?<?/i, "").replace(/>$/, "")}>`;
}
