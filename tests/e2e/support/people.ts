import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Role } from "#lib/auth/index.ts";
import type { Desk } from "../desk.ts";

/** A further account, with the approver's password, in a browser of its own. */
export async function join(desk: Desk, name: string, ...roles: Role[]): Promise<Page> {
  const email = `${name.toLowerCase()}@desk.test`;
  await desk.pool.query(
    `with person as (
       insert into auth_user (id, name, email, roles) values ($1, $2, $3, $4) returning id
     )
     insert into auth_account (id, account_id, provider_id, user_id, password)
     select $1, $1, a.provider_id, person.id, a.password
     from person, auth_account a join auth_user u on u.id = a.user_id where u.email = 'approver@example.com'`,
    [randomUUID(), name, email, roles],
  );
  const page = await desk.signedOut();
  await enter(desk, page, email, desk.password("approver"));
  return page;
}

/** As the form does it, without the way over the page. */
export async function enter(desk: Pick<Desk, "url">, page: Page, email: string, password: string): Promise<void> {
  const answer = await page.request.post("/api/auth/sign-in", {
    form: { email, password },
    headers: { origin: desk.url },
    maxRedirects: 0,
  });
  if (answer.headers()["location"]?.includes("error")) throw new Error(`${email} could not sign in`);
}
