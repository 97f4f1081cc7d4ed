import addressparser from "nodemailer/lib/addressparser";

export interface Mailbox {
  name: string;
  address: string;
}

// Deliberately narrower than RFC 5322: quoted local parts and address literals are refused,
// and a domain with other letters must come in its ASCII (punycode) form.
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/;

/** Reads `address` or `Name <address>`: exactly one. @throws TypeError naming the field. */
export function parseMailbox(field: string, value: unknown): Mailbox {
  const text = requireLine(field, value);
  const [mailbox, ...others] = addressparser(text);
  if (others.length > 0 || mailbox?.group !== undefined) {
    throw new TypeError(`${field} must be exactly one address: one message, one action`);
  }
  const { name, address } = mailbox ?? { name: "", address: "" };
  if (!ADDRESS.test(address) || name.includes("@")) {
    throw new TypeError(`${field} must be an address, like "ann@example.com" or "Ann <ann@example.com>"`);
  }
  return { name, address };
}

const CONTROL_CHARACTER = /[\p{Cc}\u2028\u2029]/u;

/** One line of text for a header. @throws TypeError naming the field. */
export function requireLine(field: string, value: unknown): string {
  const text = requireText(field, value);
  if (CONTROL_CHARACTER.test(text)) {
    throw new TypeError(`${field} must be one line, without line breaks or control characters`);
  }
  return text;
}

export function requireText(field: string, value: unknown): string {
  if (typeof value !== "string") throw new TypeError(`${field} must be a string`);
  return value;
}
