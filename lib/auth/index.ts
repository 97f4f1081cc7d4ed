export { type Actor, getActor, requireActor } from "./actor.ts";
export { ROLES, type Role, signInSchema } from "./contract.ts";
export { createAccount } from "./create-account.ts";
export { HOME_PATH, safeNextPath } from "./next-path.ts";
export { hasPermission, type Permission, requirePermission } from "./permissions.ts";
export { signIn } from "./sign-in.ts";
export { readSignInProblem, SIGN_IN_EMAIL_COOKIE, signInEmailCookie, signInPath } from "./sign-in-page.ts";
export { signOut } from "./sign-out.ts";
