const MASK = "[secret]";

/** Takes out what an answer echoes of the secrets that were sent, as they are, in JSON or in a URL. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString("base64"),
    Buffer.from(secret).toString("base64url"),
  ]);
  // The longest first: one may be the beginning of another.
  const longestFirst = [...new Set(forms)].filter(Boolean).toSorted((one, other) => other.length - one.length);
  return longestFirst.reduce((masked, form) => masked.replaceAll(form, MASK), text);
}
