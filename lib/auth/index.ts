export { COUNTS_AS_ADMIN } from "./sql/account-columns.ts";
export { type Actor, getActor, requireActor } from "./actor.ts";
export { ROLES, type Role, setPasswordSchema, signInSchema } from "./contract.ts";
export { createAccount } from "./create-account.ts";
export { makeAdminLink } from "./links/make-admin-link.ts";
export { makeLink } from "./links/make-link.ts";
export { readLink } from "./links/read-link.ts";
export { setPassword } from "./links/set-password.ts";
export { HOME_PATH, safeNextPath } from "./next-path.ts";
export { beginProviderSignIn } from "./oidc/begin-provider-sign-in.ts";
export { finishProviderSignIn } from "./oidc/finish-provider-sign-in.ts";
export { oidcSettings } from "./oidc/settings.ts";
export { hasPermission, type Permission, requirePermission } from "./permissions.ts";
export { signIn } from "./sign-in.ts";
export {
  readSetPasswordProblem,
  readSignInProblem,
  setPasswordPath,
  SIGN_IN_EMAIL_COOKIE,
  signInEmailCookie,
  signInPath,
} from "./sign-in-page.ts";
export { signOut } from "./sign-out.ts";
export { disableAccount, enableAccount, endSessions } from "./sql/disable-account.ts";
export { findAccount } from "./sql/find-account.ts";
export { voidLinks } from "./sql/links.ts";
export { lockAccounts } from "./sql/lock-accounts.ts";
export { putRoles } from "./sql/put-roles.ts";
export { insertAccount, isEmailTaken } from "./store.ts";
