import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { type ParsedMail, simpleParser } from "mailparser";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export interface MailServer {
  port: number;
  /** What it has taken responsibility for, oldest first. */
  mails: ParsedMail[];
  /** Resolves once the server has all bytes of a message and has not answered yet. */
  arrived: Promise<void>;
  close: () => Promise<void>;
}

/** What becomes of the nth message: it is taken, refused by that code, or taken without an answer. */
export type Reaction = "take" | "hang" | number;

/** A real SMTP server on this machine, which `SMTP_URL` names until the test is over. */
export async function openMailServer(
  react: (nth: number) => Reaction = () => "take",
  given: { port?: number } = {},
): Promise<MailServer> {
  const mails: ParsedMail[] = [];
  const arrived = Promise.withResolvers<void>();
  let messages = 0;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    disableReverseLookup: true,
    onData(stream, _session, reply) {
      void simpleParser(stream).then((mail) => {
        messages += 1;
        const reaction = react(messages);
        if (typeof reaction === "number") return reply(Object.assign(new Error("no"), { responseCode: reaction }));
        mails.push(mail);
        arrived.resolve();
        if (reaction === "take") reply(null, "taken");
      });
    },
  });
  server.on("error", () => {});
  const listening = server.listen(given.port ?? 0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  onTestFinished(close);
  mailGoesTo(port);
  return { port, mails, arrived: arrived.promise, close };
}

export function mailGoesTo(port: number): void {
  process.env["SMTP_URL"] = `smtp://127.0.0.1:${port}`;
  process.env["MAIL_FROM"] = "Notwice <notwice@desk.test>";
  onTestFinished(() => {
    delete process.env["SMTP_URL"];
    delete process.env["MAIL_FROM"];
  });
}

/** An address where nobody listens. */
export async function closedPort(): Promise<number> {
  const server = await openMailServer();
  await server.close();
  return server.port;
}
