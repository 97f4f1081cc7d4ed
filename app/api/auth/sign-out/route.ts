import { signOut } from "#lib/auth/index.ts";
import { redirectTo, route } from "#lib/http/index.ts";

export const POST = route({ actor: "none" }, async ({ request }) =>
  redirectTo("/sign-in", await signOut(request.headers)),
);
