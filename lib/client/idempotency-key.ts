const KEY_BYTES = 16;

/** Names one decision, so that asking again about it cannot make it twice. Works without a secure context too. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
