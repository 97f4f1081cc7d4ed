import type { Readable } from "node:stream";
import SMTPConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import { requireTimeout } from "../intent/require-field.ts";
import { phaseLogger } from "./phase-logger.ts";
import { isBefore, type SmtpPhase } from "./phase.ts";
import { transportError } from "./transport-error.ts";

/** The server to hand a message to, and how long to wait for it. */
export interface SmtpOptions {
  host: string;
  port: number;
  /** TLS from the first byte, as on port 465. */
  secure?: boolean;
  /** Go no further without STARTTLS. */
  requireTls?: boolean;
  /** Stay in plain text even where STARTTLS is offered. */
  ignoreTls?: boolean;
  tls?: { ca?: string | Buffer; servername?: string; rejectUnauthorized?: boolean };
  auth?: { user: string; pass: string };
  /** The name given in EHLO. */
  name?: string;
  /** From the DNS lookup to the greeting and STARTTLS. Default 5 minutes. */
  connectTimeoutMs?: number;
  /** For one reply, the one to the final dot included. Default 10 minutes. */
  replyTimeoutMs?: number;
  /** For everything together; the claim's own deadline shortens it. Default 30 minutes. */
  totalTimeoutMs?: number;
}

const CONNECT_TIMEOUT_MS = 5 * 60_000;
// RFC 5321 4.5.3.2.6: to give up on the dot earlier typically delivers several copies.
const REPLY_TIMEOUT_MS = 10 * 60_000;

type Done<T> = (error: Error | null | undefined, value: T) => void;

/** One connection for one message. It knows how far it got, and never tries anything twice. */
export class SmtpSession {
  #phase: SmtpPhase = "connecting";
  readonly #connection: SMTPConnection;
  readonly #auth: SmtpOptions["auth"];
  /** Rejects when the connection fails outside a call, or when its time is over. */
  readonly #failed: Promise<never>;

  constructor(options: SmtpOptions, signal: AbortSignal) {
    this.#auth = options.auth;
    this.#connection = new SMTPConnection(connectionOptions(options, (phase) => this.reached(phase)));
    this.#failed = this.#watch(signal);
    this.#failed.catch(() => {});
  }

  get phase(): SmtpPhase {
    return this.#phase;
  }

  reached(phase: SmtpPhase): void {
    if (isBefore(this.#phase, phase)) this.#phase = phase;
  }

  async open(): Promise<void> {
    await this.#step<void>((done) => this.#connection.connect((error) => done(error)));
    const auth = this.#auth;
    if (auth) await this.#step<void>((done) => this.#connection.login(auth, (error) => done(error)));
  }

  /** Resolves with the server's answer to the final dot. */
  transmit(envelope: { from: string; to: string; size: number }, body: Readable): Promise<string> {
    return this.#step((done) => {
      this.#connection.send(envelope, body, (error, info) => {
        const early = isBefore(this.#phase, "body_sent");
        // Here, inside the callback: a tick later the stream might go on and write the dot.
        if (error || early) {
          body.destroy();
          this.drop();
        }
        if (!early && (error === null || error.responseCode !== undefined)) this.reached("replied");
        if (error) done(error, "");
        else if (early) done(transportError("EPROTOCOL", "The server answered a message it did not have"), "");
        else done(null, info.response);
      });
    });
  }

  quit(): void {
    this.#connection.quit();
    this.#connection.close();
  }

  /** Closes without a goodbye, so that what has not left yet never does. */
  drop(): void {
    const socket = this.#connection._socket;
    this.#connection.close();
    if (socket) socket.destroy();
  }

  #step<T>(start: (done: Done<T>) => void): Promise<T> {
    const step = new Promise<T>((resolve, reject) => {
      start((error, value) => (error ? reject(error) : resolve(value)));
    });
    return Promise.race([step, this.#failed]);
  }

  #watch(signal: AbortSignal): Promise<never> {
    return new Promise((_, reject) => {
      this.#connection.on("error", reject);
      // A 421 closes the connection first and is handed over second: let the reply win.
      this.#connection.once("end", () => {
        setImmediate(reject, transportError("ECONNECTION", "The connection was closed"));
      });
      const stop = (): void => {
        this.drop();
        reject(transportError("EABORT", "The time for this attempt is over", signal.reason));
      };
      if (signal.aborted) stop();
      else signal.addEventListener("abort", stop, { once: true });
    });
  }
}

function connectionOptions(options: SmtpOptions, reached: (phase: SmtpPhase) => void): SMTPConnectionOptions {
  const connectTimeoutMs = requireTimeout("connectTimeoutMs", options.connectTimeoutMs) ?? CONNECT_TIMEOUT_MS;
  return {
    host: options.host,
    port: options.port,
    secure: options.secure,
    requireTLS: options.requireTls,
    ignoreTLS: options.ignoreTls,
    tls: options.tls,
    name: options.name,
    dnsTimeout: connectTimeoutMs,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: requireTimeout("replyTimeoutMs", options.replyTimeoutMs) ?? REPLY_TIMEOUT_MS,
    transactionLog: true,
    logger: phaseLogger(reached),
  };
}
