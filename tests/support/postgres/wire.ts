const LENGTH_BYTES = 4;

/** One message of Postgres's protocol; a client's first has no type. */
export interface WireMessage {
  type: string;
  body: Buffer;
  /** The message as it came. */
  bytes: Buffer;
}

/** Cuts what a socket delivers into whole messages. */
export class MessageReader {
  #rest: Buffer = Buffer.alloc(0);
  #typed: boolean;

  constructor(side: "client" | "server") {
    this.#typed = side === "server";
  }

  read(chunk: Buffer): WireMessage[] {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    const messages: WireMessage[] = [];
    for (let message = this.#next(); message !== undefined; message = this.#next()) messages.push(message);
    return messages;
  }

  #next(): WireMessage | undefined {
    const at = this.#typed ? 1 : 0;
    if (this.#rest.length < at + LENGTH_BYTES) return undefined;
    const end = at + this.#rest.readUInt32BE(at);
    if (this.#rest.length < end) return undefined;
    const bytes = this.#rest.subarray(0, end);
    this.#rest = this.#rest.subarray(end);
    this.#typed = true;
    return { type: at === 0 ? "" : bytes.toString("latin1", 0, 1), body: bytes.subarray(at + LENGTH_BYTES), bytes };
  }
}

/** The strings that a message's body begins with, each ended by a zero byte. */
export function leadingStrings(body: Buffer, count: number): string[] {
  const strings: string[] = [];
  let at = 0;
  for (let n = 0; n < count; n++) {
    const end = body.indexOf(0, at);
    strings.push(body.toString("utf8", at, end));
    at = end + 1;
  }
  return strings;
}
