export const HOME_PATH = "/queue";

const NOT_A_DESTINATION = /^\/(sign-in|api)(\/|\?|#|$)/;
const MAX_PATH_CHARS = 2000;

/** Where to go after signing in: a path of this desk, or home. Browsers read `//` and `/\` as another host. */
export function safeNextPath(value: unknown): string {
  if (typeof value !== "string" || value.length > MAX_PATH_CHARS) return HOME_PATH;
  if (!/^\/[\x21-\x5b\x5d-\x7e]*$/.test(value)) return HOME_PATH;
  const url = new URL(value, "http://desk.invalid");
  const path = url.pathname + url.search + url.hash;
  if (url.host !== "desk.invalid" || path.startsWith("//") || NOT_A_DESTINATION.test(path)) return HOME_PATH;
  return path;
}
