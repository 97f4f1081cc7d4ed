import type { Commands } from "./dispatch.ts";

/** Each is loaded when it is called: nobody waits for the libraries of the others. */
export const COMMANDS: Commands = {
  "admin-link": () => import("./admin-link.ts"),
  "audit export": () => import("./audit/export.ts"),
  "audit verify": () => import("./audit/verify.ts"),
  migrate: () => import("./migrate.ts"),
};
