import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** On the loopback, named to this installation as a host that policies may call. */
export async function listen(answer: RequestListener): Promise<{ origin: string } & AsyncDisposable> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const others = process.env["NOTWICE_PRIVATE_HOSTS"];
  process.env["NOTWICE_PRIVATE_HOSTS"] = others ? `${others},${host}` : host;
  return {
    origin: `http://${host}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}
