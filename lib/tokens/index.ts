export { authenticateToken, refuseToken, type TokenActor } from "./authenticate-token.ts";
export { createToken } from "./create-token.ts";
export { listTokens } from "./list-tokens.ts";
export { revokeToken } from "./revoke-token.ts";
