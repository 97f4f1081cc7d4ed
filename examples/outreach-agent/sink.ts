import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { appendFileSync, renameSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { simpleParser } from "mailparser";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import { LOOPBACK, RESET_AFTER_DOT } from "./address.ts";
import { type DemoFiles, demoFiles } from "./files.ts";
import { stopSignal } from "./process/stop.ts";

/** Accepts every message on the loopback interface, keeps it in the mailbox file, delivers none. */
export class Sink {
  readonly #files: DemoFiles;
  readonly #sockets = new Map<number, Socket>();
  readonly #smtp = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onData: (stream, session, reply) => {
      this.#take(stream, session).then((id) => reply(null, `Taken as ${id}`), reply);
    },
  });

  constructor(files: DemoFiles) {
    this.#files = files;
    this.#smtp.on("error", (error) => console.error("The sink lost a connection:", error.message));
  }

  /** Listens on a free port and writes the address down. */
  async listen(): Promise<void> {
    const server = this.#smtp.listen(0, LOOPBACK);
    server.on("connection", (socket) => this.#remember(socket));
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The sink has no port.");
    appendFileSync(this.#files.mailbox, "");
    this.#publish(address.port);
  }

  close(): void {
    this.#smtp.close();
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  async #take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const mail = await simpleParser(stream);
    const message = {
      id: randomUUID(),
      at: new Date().toISOString(),
      from: envelopeAddress(session.envelope.mailFrom),
      to: session.envelope.rcptTo.map(({ address }) => address).join(", "),
      subject: mail.subject ?? "",
      messageId: mail.messageId ?? "",
      text: mail.text ?? "",
    };
    // Before the reply: what stands in the file was accepted, whoever dies next.
    appendFileSync(this.#files.mailbox, `${JSON.stringify(message)}\n`);
    if (session.hostNameAppearsAs === RESET_AFTER_DOT) this.#sockets.get(session.remotePort)?.resetAndDestroy();
    return message.id;
  }

  #remember(socket: Socket): void {
    const port = socket.remotePort ?? 0;
    this.#sockets.set(port, socket);
    socket.once("close", () => this.#sockets.delete(port));
  }

  #publish(port: number): void {
    const draft = `${this.#files.sinkAddress}.new`;
    writeFileSync(draft, JSON.stringify({ port, pid: process.pid }));
    renameSync(draft, this.#files.sinkAddress);
  }
}

function envelopeAddress(sender: SMTPServerSession["envelope"]["mailFrom"]): string {
  return sender === false ? "" : sender.address;
}

if (import.meta.main) {
  const sink = new Sink(demoFiles());
  await sink.listen();
  process.send?.("listening");
  stopSignal().addEventListener("abort", () => {
    sink.close();
    process.exit();
  });
}
