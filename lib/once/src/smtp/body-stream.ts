import { Readable } from "node:stream";

export interface BodySteps {
  /** Awaited before the first byte. What it throws stops the message: no byte and no dot leave. */
  begin(): Promise<void>;
  onFirstByte(): void;
}

/**
 * The message as a stream that is first read when the server has answered DATA with 354:
 * nodemailer pipes it into the connection then, and not before.
 */
export function bodyStream(bytes: Buffer, steps: BodySteps): Readable {
  const stream = new Readable({
    read() {
      steps.begin().then(
        () => {
          // The connection may have been lost while begin() was committing.
          if (stream.destroyed) return;
          steps.onFirstByte();
          stream.push(bytes);
          stream.push(null);
        },
        // Wrapped, because nodemailer writes its own code into the error it is given.
        (error: unknown) => stream.destroy(new Error("begin() was refused", { cause: error })),
      );
    },
  });
  return stream;
}
