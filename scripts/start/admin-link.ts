import { makeAdminLink } from "#lib/auth/index.ts";
import { disconnect } from "#lib/db/index.ts";

/** Where there is no admin yet, the terminal is the only place that belongs to somebody. */
export async function sayAdminLink(): Promise<boolean> {
  try {
    const made = await makeAdminLink();
    if (made === null) return false;
    console.log(`There is no admin yet. This link makes one, once, until ${made.expiresAt.toISOString()}:\n`);
    console.log(`  ${made.link}\n`);
    return true;
  } finally {
    await disconnect();
  }
}
