import { expect, it } from "vitest";
import { cookiePrefix } from "#lib/auth/server/cookie-prefix.ts";

it("keeps the cookies of two desks on one machine apart", () => {
  expect(cookiePrefix("http://localhost:3000")).not.toBe(cookiePrefix("http://localhost:3001"));
  expect(cookiePrefix("http://localhost:3000")).toBe(cookiePrefix("http://127.0.0.1:3000"));
  expect(cookiePrefix("https://desk.example.com")).toBe("notwice");
});
