import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { leadingStrings, MessageReader, type WireMessage } from "./wire.ts";

/** On which side of the statement, and of its commit, since each commits by itself. */
export type Moment = "before" | "after";

/** What the proxy does to the statements that it was told to watch for. */
interface Rule {
  /** The name a statement is prepared by, or a part of its text. */
  statement: string;
  /** How many of them pass before it. */
  skip?: number;
  left: number;
  apply(link: Link, request: Buffer): Promise<void> | void;
}

/** How often a rule has struck. */
export interface Struck {
  readonly times: number;
}

/** A statement, or its answer, that is under way for longer than anybody waits. */
export interface Delayed {
  /** The statement has left the client; where its answer is held, it was executed too. */
  underWay: Promise<void>;
  /** Lets it arrive; resolves when it has had its effect. */
  deliver(): Promise<void>;
}

/** Between a worker's pool and Postgres: loses connections around the statements it is told to, and delays them. */
export class PostgresProxy implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;
  readonly #links: Set<Link>;
  readonly #rules: Rule[];

  private constructor(url: string, server: Server, links: Set<Link>, rules: Rule[]) {
    this.url = url;
    this.#server = server;
    this.#links = links;
    this.#rules = rules;
  }

  static async start(target: string): Promise<PostgresProxy> {
    const url = new URL(target);
    const to = { host: url.hostname, port: Number(url.port) };
    const links = new Set<Link>();
    const rules: Rule[] = [];
    const server = createServer((client) => {
      const link = new Link(client, connect(to), rules);
      links.add(link);
      link.ended(() => links.delete(link));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    url.hostname = "127.0.0.1";
    url.port = String(address !== null && typeof address === "object" ? address.port : 0);
    return new PostgresProxy(url.href, server, links, rules);
  }

  /** Loses the connection before the server got the statement, or after it executed it and before its answer. */
  drop(statement: string, moment: Moment, times = 1): Struck {
    return this.#strike({ statement, left: times }, async (link, request) => {
      if (moment === "after") await link.execute(request);
      link.cut();
    });
  }

  /** Calls once the server has executed that many statements, and answers no more: what whoever is killed there leaves. */
  stopAfter(statements: number, call: () => void): Struck {
    return this.#strike({ statement: "", skip: statements - 1, left: 1 }, stopped(call));
  }

  /** Calls once the server has committed the transaction that made this statement, before anybody hears of it. */
  stopAtCommit(statement: string, call: () => void): Struck {
    let struck: Struck = { times: 0 };
    this.#rules.push({
      statement,
      left: 1,
      apply: async (link, request) => {
        struck = this.#strike({ statement: "COMMIT", left: 1 }, stopped(call));
        link.answer(await link.execute(request));
      },
    });
    return {
      get times() {
        return struck.times;
      },
    };
  }

  /** Loses the connection, while the statement is still on its way to the server. */
  delay(statement: string): Delayed {
    return this.#hold(statement, async (link, request, underWay, deliver) => {
      link.cutClient();
      underWay();
      await deliver;
      await link.execute(request);
      link.cut();
    });
  }

  /** The connection lives, the statement was executed, and its answer does not come. */
  delayAnswer(statement: string): Delayed {
    return this.#hold(statement, async (link, request, underWay, deliver) => {
      const answer = await link.execute(request);
      underWay();
      await deliver;
      link.answer(answer);
    });
  }

  /** From here on every statement passes. */
  heal(): void {
    this.#rules.length = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const link of this.#links) link.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #strike(at: Omit<Rule, "apply">, act: (link: Link, request: Buffer) => Promise<void>): Struck {
    let struck = 0;
    this.#rules.push({
      ...at,
      async apply(link, request) {
        struck += 1;
        await act(link, request);
      },
    });
    return {
      get times() {
        return struck;
      },
    };
  }

  #hold(
    statement: string,
    apply: (link: Link, request: Buffer, underWay: () => void, deliver: Promise<void>) => Promise<void>,
  ): Delayed {
    const underWay = Promise.withResolvers<void>();
    const deliver = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    this.#rules.push({
      statement,
      left: 1,
      async apply(link, request) {
        await apply(link, request, underWay.resolve, deliver.promise);
        done.resolve();
      },
    });
    return {
      underWay: underWay.promise,
      async deliver() {
        deliver.resolve();
        await done.promise;
      },
    };
  }
}

function stopped(call: () => void) {
  return async (link: Link, request: Buffer): Promise<void> => {
    await link.execute(request);
    call();
    link.cut();
  };
}

/** One client's connection, and the one to the server that it stands for. */
class Link {
  readonly #client: Socket;
  readonly #server: Socket;
  readonly #rules: Rule[];
  readonly #texts = new Map<string, string>();
  #request: Buffer[] = [];
  #current: { name: string; text: string } | undefined;
  #answering: { parts: Buffer[]; done: PromiseWithResolvers<Buffer> } | undefined;

  constructor(client: Socket, server: Socket, rules: Rule[]) {
    this.#client = client.setNoDelay();
    this.#server = server.setNoDelay();
    this.#rules = rules;
    const [fromClient, fromServer] = [new MessageReader("client"), new MessageReader("server")];
    client.on("data", (chunk) => fromClient.read(chunk).forEach((message) => this.#ask(message)));
    server.on("data", (chunk) => fromServer.read(chunk).forEach((message) => this.#hear(message)));
    // Either side may be cut off at any moment: that is what this is for.
    for (const socket of [client, server]) socket.on("error", () => {});
    client.on("close", () => void server.end());
    server.on("close", () => {
      client.destroy();
      this.#answering?.done.reject(new Error("the server closed the connection"));
    });
  }

  ended(listener: () => void): void {
    this.#server.once("close", listener);
  }

  /** What the server says to a request, which the client does not get to see. */
  async execute(request: Buffer): Promise<Buffer> {
    const done = Promise.withResolvers<Buffer>();
    this.#answering = { parts: [], done };
    this.#server.write(request);
    return done.promise;
  }

  answer(answer: Buffer): void {
    this.#client.write(answer);
  }

  cut(): void {
    this.#client.destroy();
    this.#server.destroy();
  }

  cutClient(): void {
    this.#client.removeAllListeners("close");
    this.#client.destroy();
  }

  /** A request is whole at its Sync; a simple query, a password and a farewell are whole by themselves. */
  #ask({ type, body, bytes }: WireMessage): void {
    this.#request.push(bytes);
    if (type === "P") {
      const [name = "", text = ""] = leadingStrings(body, 2);
      this.#texts.set(name, text);
      this.#current = { name, text };
    } else if (type === "B") {
      const [, name = ""] = leadingStrings(body, 2);
      this.#current = { name, text: this.#texts.get(name) ?? "" };
    } else if (type === "Q") {
      const [text = ""] = leadingStrings(body, 1);
      this.#current = { name: "", text };
    }
    if (!"BCDEP".includes(type) || type === "") this.#send();
  }

  #send(): void {
    const request = Buffer.concat(this.#request.splice(0));
    const current = this.#current;
    this.#current = undefined;
    const rule = this.#rules.find(
      ({ statement, left }) =>
        left > 0 && current !== undefined && (current.name === statement || current.text.includes(statement)),
    );
    if (rule === undefined) return void this.#server.write(request);
    if (rule.skip) {
      rule.skip -= 1;
      return void this.#server.write(request);
    }
    rule.left -= 1;
    void rule.apply(this, request);
  }

  #hear({ type, bytes }: WireMessage): void {
    const answering = this.#answering;
    if (answering === undefined) return void this.#client.write(bytes);
    answering.parts.push(bytes);
    // Ready for the next query: this one is committed.
    if (type !== "Z") return;
    this.#answering = undefined;
    answering.done.resolve(Buffer.concat(answering.parts));
  }
}
