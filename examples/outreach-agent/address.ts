import { readFileSync } from "node:fs";
import { NotExecuted } from "@notwice/once";
import { z } from "zod";
import type { DemoFiles } from "./files.ts";

/** The agent sends here and nowhere else; only the port is read from anywhere. */
export const LOOPBACK = "127.0.0.1";

/** A client that greets with this name asks for the fault: its message is taken, its reply is not sent. */
export const RESET_AFTER_DOT = "reset-after-dot.outreach.example";

const addressSchema = z.object({ port: z.number().int().positive() });

/** Where the sink listens now; it may have been started again since. */
export function sinkPort(files: DemoFiles): number {
  try {
    return addressSchema.parse(JSON.parse(readFileSync(files.sinkAddress, "utf8"))).port;
  } catch (error) {
    throw new NotExecuted("The sink is not running", { cause: error });
  }
}
