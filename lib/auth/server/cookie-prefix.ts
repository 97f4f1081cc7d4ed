const LOOPBACK_HOSTS = ["localhost", "127.0.0.1", "[::1]"];

/** Cookies do not know ports: two desks on one machine would otherwise sign each other out. */
export function cookiePrefix(baseUrl: string): string {
  const { hostname, port } = new URL(baseUrl);
  return LOOPBACK_HOSTS.includes(hostname) && port ? `notwice-${port}` : "notwice";
}
