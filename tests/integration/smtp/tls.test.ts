import { once } from "node:events";
import { NotExecuted } from "@notwice/once";
import { sendSmtp, type SmtpOptions } from "@notwice/once/smtp";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { describe, expect, onTestFinished, test } from "vitest";
import { attempt } from "#tests/support/smtp/attempt.ts";
import { fakeContext } from "#tests/support/smtp/context.ts";

interface TlsServer {
  options: SmtpOptions;
  received: { secure: boolean; user: unknown }[];
}

/** Speaks TLS with a certificate that nobody trusts. */
async function startTlsServer(given: SMTPServerOptions = {}): Promise<TlsServer> {
  const received: TlsServer["received"] = [];
  const smtp = new SMTPServer({
    logger: false,
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _session, reply) =>
      password === "right" ? reply(null, { user: username }) : reply(new Error("Wrong password")),
    onData(stream, { secure, user }, reply) {
      received.push({ secure, user });
      stream.resume().on("end", () => reply(null, "Taken"));
    },
    ...given,
  });
  // A client that does not trust the certificate hangs up.
  smtp.on("error", () => {});
  const server = smtp.listen(0, "127.0.0.1");
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        smtp.close(resolve);
      }),
  );
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return { received, options: { host: "localhost", port, tls: { rejectUnauthorized: false } } };
}

describe("TLS", () => {
  test("goes through STARTTLS and AUTH where they are offered", async () => {
    const { options, received } = await startTlsServer();
    await sendSmtp(fakeContext(), { ...options, auth: { user: "maya", pass: "right" } });
    expect(received).toEqual([{ secure: true, user: "maya" }]);
  });

  test("speaks TLS from the first byte where it is told to", async () => {
    const { options, received } = await startTlsServer({ secure: true });
    await sendSmtp(fakeContext(), { ...options, secure: true });
    expect(received).toMatchObject([{ secure: true }]);
  });

  test("a certificate that is not trusted is proof that nothing was sent", async () => {
    const { options, received } = await startTlsServer();
    const sent = sendSmtp(fakeContext(), { ...options, tls: { rejectUnauthorized: true } });
    await expect(sent).rejects.toBeInstanceOf(NotExecuted);
    await expect(sent).rejects.toMatchObject({ phase: "greeted", permanent: false });
    expect(received).toEqual([]);
  });

  test("a server without STARTTLS gets nothing where it is required", async () => {
    const outcome = await attempt({ at: { starttls: ["502 No"] } }, { options: { requireTls: true } });
    expect(outcome.error).toBeInstanceOf(NotExecuted);
    expect(outcome).toMatchObject({ begun: 0, messageBytes: "" });
  });

  test("a wrong password is a refusal for good", async () => {
    const { options, received } = await startTlsServer();
    const sent = sendSmtp(fakeContext(), { ...options, auth: { user: "maya", pass: "wrong" } });
    await expect(sent).rejects.toMatchObject({ name: "NotExecuted", phase: "greeted", code: "535", permanent: true });
    expect(received).toEqual([]);
  });
});
