export { download } from "./download.ts";
export { describeApi } from "./openapi/describe-api.ts";
export { redirectAway, redirectTo } from "./redirect.ts";
export { route, type RouteHandler } from "./route.ts";
