import { isIP } from "node:net";
import { env } from "../env.ts";
import { ForbiddenAddressError, isPublicAddress } from "./public-address.ts";

/**
 * The URL, if a policy may name it: https to a host that is not plainly a private one. A name is resolved when it is
 * called, and held to the same rule then. Hosts in NOTWICE_PRIVATE_HOSTS are exempt, from https too.
 */
export function assertPublicUrl(url: string): URL {
  const parsed = parse(url);
  if (parsed.username !== "" || parsed.password !== "") {
    throw new ForbiddenAddressError("The address may hold no user name or password.");
  }
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") {
    throw new ForbiddenAddressError("The address must begin with https://.");
  }
  if (isListedHost(parsed)) return parsed;
  if (parsed.protocol !== "https:") throw new ForbiddenAddressError("The address must begin with https://.");
  if (isPlainlyPrivate(bareHost(parsed))) {
    throw new ForbiddenAddressError("The address is of a private network, or of this machine.");
  }
  return parsed;
}

/** Whether who runs this installation has named the host, alone or with its port. */
export function isListedHost(url: URL): boolean {
  const port = url.port === "" ? { "https:": "443", "http:": "80" }[url.protocol] : url.port;
  const listed = env().NOTWICE_PRIVATE_HOSTS;
  return listed.includes(url.hostname) || listed.includes(`${url.hostname}:${port}`);
}

export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, "$1");
}

function parse(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw new ForbiddenAddressError("The address cannot be read.");
  }
}

function isPlainlyPrivate(host: string): boolean {
  return isIP(host) === 0 ? /(^|\.)localhost\.?$/.test(host) : !isPublicAddress(host);
}
