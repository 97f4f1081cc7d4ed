import { createServer } from "node:net";

export async function freePort(host?: string): Promise<number> {
  const port = await listenOnce(0, host);
  if (port === undefined) throw new Error("Invariant: no port is free");
  return port;
}

export async function isFree(port: number, host?: string): Promise<boolean> {
  return (await listenOnce(port, host)) !== undefined;
}

/** The port that could be listened on for a moment. */
function listenOnce(port: number, host: string | undefined): Promise<number | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(undefined));
    probe.listen({ port, host }, () => {
      const address = probe.address();
      probe.close(() => resolve(address !== null && typeof address === "object" ? address.port : port));
    });
  });
}
