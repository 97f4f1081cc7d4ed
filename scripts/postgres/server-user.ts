import { execFileSync } from "node:child_process";
import { CommandError } from "../command-error.ts";

/** Postgres refuses to run as root, so under root everything of it belongs to this user. */
const SERVER_USER = "postgres";

export interface UserIds {
  uid: number;
  gid: number;
}

let found: UserIds | undefined;

/** The ids to start Postgres with; empty for a normal user, who runs it as themselves. */
export function serverUser(): UserIds | Record<string, never> {
  if (process.getuid?.() !== 0) return {};
  found ??= lookUp() ?? create();
  return found;
}

/** Under root: whether the server's user can pass through to `path`. */
export function assertReachable(path: string, what: string): void {
  try {
    execFileSync("/bin/sh", ["-c", 'cd "$1"', "sh", path], { ...serverUser(), cwd: "/", stdio: "ignore" });
  } catch {
    throw new CommandError(
      `${what} ${path} cannot be reached by the user ${SERVER_USER}, whom Postgres runs as under root: ` +
        "open the folders above it (chmod o+x), use another place, or run as a normal user.",
    );
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
  if (!ids)
    throw new CommandError(
      `Postgres does not run as root, and the user ${SERVER_USER} could not be made: run as a normal user.`,
    );
  return ids;
}
