import { route } from "#lib/http/index.ts";
import { readFigures } from "#lib/reviews/index.ts";
import { figuresSchema } from "#lib/reviews/lists/contract.ts";

export const GET = route({ actor: "session", response: figuresSchema }, async ({ actor }) => readFigures(actor));
