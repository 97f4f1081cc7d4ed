/** Where in the dialogue a script can step in. `body` is the first byte of the message. */
export type SmtpPoint = "connect" | "ehlo" | "starttls" | "auth" | "mail" | "rcpt" | "data" | "body" | "dot" | "quit";

const POINT_OF_VERB: Record<string, SmtpPoint> = {
  EHLO: "ehlo",
  STAR: "starttls",
  AUTH: "auth",
  MAIL: "mail",
  RCPT: "rcpt",
  DATA: "data",
  QUIT: "quit",
};

interface Listener {
  point(point: SmtpPoint, text: string): void;
  messageBytes(text: string): void;
}

const END_OF_LINE = "\r\n";
const END_OF_MESSAGE = "\r\n.\r\n";

/** Cuts what a client says into commands and, once DATA was taken, the message. */
export class SmtpDialogue {
  #unread = "";
  #state: "commands" | "awaiting message" | "message" = "commands";
  readonly #takesData: boolean;
  readonly #listener: Listener;

  constructor(takesData: boolean, listener: Listener) {
    this.#takesData = takesData;
    this.#listener = listener;
  }

  hear(text: string): void {
    if (this.#state !== "commands") this.#hearMessage(text);
    this.#unread += text;
    for (;;) {
      const end = this.#state === "commands" ? END_OF_LINE : END_OF_MESSAGE;
      const at = this.#unread.indexOf(end);
      if (at === -1) return;
      const part = this.#unread.slice(0, at);
      this.#unread = this.#unread.slice(at + end.length);
      if (this.#state === "commands") this.#command(part);
      else this.#message(part);
    }
  }

  #command(line: string): void {
    const point = POINT_OF_VERB[line.slice(0, 4).toUpperCase()];
    if (point === undefined) throw new Error(`No script for "${line}"`);
    this.#listener.point(point, line);
    if (point !== "data" || !this.#takesData) return;
    this.#state = "awaiting message";
    if (this.#unread !== "") this.#hearMessage(this.#unread);
    // The end of the DATA line also is the start of the dot's, or an empty message had no end.
    this.#unread = END_OF_LINE + this.#unread;
  }

  #message(text: string): void {
    this.#state = "commands";
    this.#listener.point("dot", text.slice(END_OF_LINE.length) + END_OF_LINE);
  }

  #hearMessage(text: string): void {
    this.#listener.messageBytes(text);
    if (this.#state === "message") return;
    this.#state = "message";
    this.#listener.point("body", "");
  }
}
