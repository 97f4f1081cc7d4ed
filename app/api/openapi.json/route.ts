import { describeApi, route } from "#lib/http/index.ts";

export const GET = route({ actor: "none" }, async () => describeApi());
