const ANSWER_TIMEOUT_MS = 15_000;
/** Where the form leads to after it has worked: a small answer instead of a whole page. */
const AFTER = "/icon.svg";

/** Signs in without leaving the page, over the form's own route; null, or why not. */
export async function signInAgain(email: string, password: string): Promise<string | null> {
  const answer = await fetch("/api/auth/sign-in", {
    method: "POST",
    body: new URLSearchParams({ email, password, next: AFTER }),
    signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
  }).catch(() => null);
  if (answer === null) return "The server does not answer. Try again.";
  const { pathname, searchParams } = new URL(answer.url);
  if (pathname === AFTER) return null;
  switch (searchParams.get("error")) {
    case "wrong":
      return "The password is wrong.";
    case "disabled":
      return "This account is disabled. An admin can enable it again.";
    case "wait":
      return "Too many tries. Wait a few minutes, then try again.";
    default:
      return "You could not be signed in. Try again.";
  }
}
