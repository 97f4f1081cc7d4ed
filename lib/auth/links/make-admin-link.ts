import { writeAudit } from "#lib/audit/index.ts";
import { transaction } from "#lib/db/index.ts";
import { hasAdmin } from "../sql/links.ts";
import { lockAccounts } from "../sql/lock-accounts.ts";
import { type MadeLink, makeLink } from "./make-link.ts";

const TERMINAL = "terminal";

/** For whoever has the terminal of a server without an admin. Null: there is one, who invites the others. */
export async function makeAdminLink(): Promise<MadeLink | null> {
  return transaction(async (tx) => {
    await lockAccounts(tx);
    if (await hasAdmin(tx)) return null;
    const made = await makeLink(tx, { purpose: "first_admin", userId: null, createdBy: TERMINAL });
    await writeAudit(tx, {
      action: "user.link_made",
      actor: { type: "system", id: TERMINAL },
      subject: { type: "user", id: "" },
      detail: { linkId: made.id, purpose: "first_admin", expiresAt: made.expiresAt },
    });
    return made;
  });
}
