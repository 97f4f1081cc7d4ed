import { execFileSync } from "node:child_process";
import { CommandError } from "../process/command-error.ts";

/** Postgres refuses to run as root, so under root everything of it belongs to this user. */
const SERVER_USER = "postgres";

interface UserIds {
  uid: number;
  gid: number;
}

/** How to start a program so that it runs as the server's user: ids to spawn it with, and what to put before it. */
export interface Launch {
  ids: UserIds | undefined;
  prefix: string[];
}

let known: UserIds | undefined;

/** The ids of the server's user; none for a normal user, who runs it as themselves. */
export function serverUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined;
  known ??= lookUp() ?? create();
  return known;
}

/** A launch that can pass through to all of these folders. */
export function launchInto(folders: string[]): Launch {
  const ids = serverUser();
  const plain: Launch = { ids, prefix: [] };
  const closed = folders.find((folder) => !canEnter(plain, folder));
  if (closed === undefined) return plain;
  if (!ids) {
    throw new CommandError(`${closed} belongs to another user; set NOTWICE_DATA_DIR to another folder.`);
  }
  const passing = passThrough(ids);
  if (canEnter(passing, closed)) return passing;
  throw new CommandError(
    `${closed} cannot be reached by the user ${SERVER_USER}, whom Postgres runs as under root: ` +
      "open the folders above it (chmod o+x), use another place, or run as a normal user.",
  );
}

/** Root's own folders are often closed to others, like those of mktemp: the right to pass through, and no more, is lent. */
function passThrough({ uid, gid }: UserIds): Launch {
  const rights = ["--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"];
  return { ids: undefined, prefix: ["setpriv", `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", ...rights] };
}

function canEnter({ ids, prefix }: Launch, folder: string): boolean {
  const [file, ...args] = [...prefix, "/bin/sh", "-c", 'cd "$1"', "sh", folder];
  try {
    execFileSync(file, args, { ...ids, cwd: "/", stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function lookUp(): UserIds | undefined {
  try {
    const id = (flag: string) => Number(execFileSync("id", [flag, SERVER_USER], { encoding: "utf8", stdio: "pipe" }));
    return { uid: id("-u"), gid: id("-g") };
  } catch {
    return undefined;
  }
}

function create(): UserIds {
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", SERVER_USER], { stdio: "pipe" });
  } catch {
    // Said below, in one sentence for every reason.
  }
  const ids = lookUp();
  if (ids) return ids;
  throw new CommandError(
    `Postgres does not run as root, and the user ${SERVER_USER} could not be made: run as a normal user.`,
  );
}
