import { BlockList, isIP, isIPv4 } from "node:net";

/** The message says why, without the address that a name turned out to have: that would map someone's network. */
export class ForbiddenAddressError extends Error {
  override readonly name = "ForbiddenAddressError";
}

/** The special-purpose blocks of IANA's registry: this host, private, shared, link-local, documentation, multicast. */
const CLOSED_IPV4 = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const;

/** Of the only block that is routed at all: protocol assignments with Teredo, documentation, 6to4. */
const CLOSED_IPV6 = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const;

const closed = new BlockList();
for (const [net, prefix] of CLOSED_IPV4) closed.addSubnet(net, prefix, "ipv4");
for (const [net, prefix] of CLOSED_IPV6) closed.addSubnet(net, prefix, "ipv6");

const routedIpv6 = new BlockList();
routedIpv6.addSubnet("2000::", 3, "ipv6");

/** An address on the public internet. IPv4 in IPv6 clothes is none: it is not in the routed block. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, "ipv4");
  return isIP(address) === 6 && routedIpv6.check(address, "ipv6") && !closed.check(address, "ipv6");
}
