import { AsyncLocalStorage } from "node:async_hooks";

export type Via = "screen" | "api" | "link" | "machine";

export type RequestContext = {
  readonly requestId: string;
  readonly via: Via;
  /** Of the caller: the socket's, or what our own proxies say; unknown where neither can be believed. */
  readonly address?: string | undefined;
  readonly actor?: { readonly type: "person" | "machine"; readonly id: string };
};

const storage = new AsyncLocalStorage<RequestContext>();

export function runInContext<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}
