import { COMMANDS } from "./commands.ts";
import { dispatch } from "./dispatch.ts";

/** `npx notwice <command> [options]` */
process.exitCode = await dispatch(process.argv.slice(2), COMMANDS, { say: console.log, complain: console.error });
