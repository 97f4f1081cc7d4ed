/** An error of ours in the shape of nodemailer's, to be classified like one. */
export function transportError(code: string, message: string, cause?: unknown): Error {
  return Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code });
}
