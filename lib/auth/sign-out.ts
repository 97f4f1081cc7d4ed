import { auth } from "./server/auth.ts";

/** Ends the session in the database and answers with the cookies that clear it; without a session it only clears. */
export async function signOut(headers: Headers): Promise<string[]> {
  const answer = await auth().api.signOut({ headers, returnHeaders: true });
  return answer.headers.getSetCookie();
}
