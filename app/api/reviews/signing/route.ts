import { route } from "#lib/http/index.ts";
import { readSigning } from "#lib/reviews/index.ts";
import { signingSchema } from "#lib/reviews/signing/contract.ts";

export const GET = route({ actor: "session", response: signingSchema }, async ({ actor }) => readSigning(actor));
