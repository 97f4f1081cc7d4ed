import { Prisma, prisma } from "#lib/db/index.ts";
import type { HubPorts } from "./hub.ts";
import { listen } from "./listen.ts";

export const databasePorts: HubPorts = {
  listen,
  async notify(channel, payload) {
    await prisma().$executeRaw(Prisma.sql`select pg_notify(${channel}, ${payload})`);
  },
};
