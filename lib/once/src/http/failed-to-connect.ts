import { subscribe, unsubscribe } from "node:diagnostics_channel";

/** System calls that come before the first byte of a request. */
const SYSCALLS: ReadonlySet<unknown> = new Set(["getaddrinfo", "connect"]);

const CODES: ReadonlySet<unknown> = new Set([
  "ENOTFOUND",
  "EAI_AGAIN",
  "ECONNREFUSED",
  "UND_ERR_CONNECT_TIMEOUT",
  // A client judges the server's certificate before it says anything.
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_REJECTED",
  "CERT_REVOKED",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "HOSTNAME_MISMATCH",
  "INVALID_CA",
  "INVALID_PURPOSE",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

const LAYERS = 4;

/**
 * Whether an error says by itself that no connection was made. Fewer say so than are so: a reset, an alert or
 * garbage in a TLS handshake looks like one after the request. {@link watchConnecting} knows those too.
 */
export function failedToConnect(error: unknown, layers = LAYERS): boolean {
  if (typeof error !== "object" || error === null || layers === 0) return false;
  // Several addresses of one name were tried: every one must have failed so.
  if (error instanceof AggregateError) {
    return error.errors.length > 0 && error.errors.every((one) => failedToConnect(one, layers - 1));
  }
  const code: unknown = Reflect.get(error, "code");
  const syscall: unknown = Reflect.get(error, "syscall");
  if (SYSCALLS.has(syscall) || CODES.has(code)) return true;
  return code === undefined && failedToConnect(Reflect.get(error, "cause"), layers - 1);
}

export interface ConnectWatch {
  /** The error ended an attempt to connect, TCP or TLS: no request was written to that connection. */
  saw(error: unknown): boolean;
  stop(): void;
}

/**
 * Listens to what Node's own HTTP client says of connections that it could not make. Its error is then known by
 * identity, whatever its code; a request that was waiting for the connection fails with the very same object.
 * @see https://github.com/nodejs/undici/blob/main/docs/docs/api/DiagnosticsChannel.md
 */
export function watchConnecting(): ConnectWatch {
  const seen = new Set<unknown>();
  const onError = (message: unknown) => {
    if (typeof message === "object" && message !== null) seen.add(Reflect.get(message, "error"));
  };
  subscribe("undici:client:connectError", onError);
  return {
    saw: (error) => error !== undefined && seen.has(error),
    stop: () => void unsubscribe("undici:client:connectError", onError),
  };
}
