import { sayAdminLink } from "../start/admin-link.ts";
import { type Command, EXIT_CODES, readOptions, requireDatabase } from "./command.ts";

export const command: Command = {
  about: "print a link that makes the first admin, once, within an hour",
  help: "Takes no options. BASE_URL is the desk's address in the link. Exit code 1: there is an admin, who invites others.",
  run: async (args) => {
    readOptions(args, {});
    requireDatabase();
    if (await sayAdminLink()) return 0;
    console.error("There is an admin already, who can invite others and reset their passwords.");
    return EXIT_CODES.refused;
  },
};
