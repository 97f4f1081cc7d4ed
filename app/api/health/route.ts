import { route } from "#lib/http/index.ts";

export const dynamic = "force-dynamic";

/** The process answers. Nothing else is asked, so that a database at rest does not get the process killed. */
export const GET = route({ actor: "none" }, async () => ({ status: "ok" }));
