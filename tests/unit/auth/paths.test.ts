import { describe, expect, it } from "vitest";
import { readSignInProblem, safeNextPath, signInEmailCookie, signInPath } from "#lib/auth/index.ts";

describe("where signing in leads", () => {
  it.each(["/queue", "/reviews/12?tab=evidence#attempt-2", "/reviews/%2F%2Fevil.test", "/"])(
    "goes on to %s",
    (path) => {
      expect(safeNextPath(path)).toBe(path);
    },
  );

  it.each([
    undefined,
    ["/queue", "/x"],
    "",
    "queue",
    "//evil.test",
    "/\\evil.test",
    "/x\\y",
    "\\\\evil.test",
    "https://evil.test/",
    "javascript:alert(1)",
    "/\t/evil.test",
    "/\n/evil.test",
    " //evil.test",
    "/.//evil.test",
    "/x/..//evil.test",
    "/sign-in",
    "/sign-in?next=/sign-in",
    "/api/auth/sign-out",
    `/${"x".repeat(2001)}`,
  ])("stays at home for %j", (path) => {
    expect(safeNextPath(path)).toBe("/queue");
  });
});

describe("the way back to the sign-in page", () => {
  it("carries the problem and the destination", () => {
    expect(signInPath("/reviews/12", { error: "wrong" })).toBe("/sign-in?error=wrong&next=%2Freviews%2F12");
    expect(signInPath("//evil.test")).toBe("/sign-in");
  });

  it("shows words of a closed list only", () => {
    expect(readSignInProblem({ error: "wait", until: "2026-12-01T09:42:00.000Z" })).toEqual({
      error: "wait",
      until: "2026-12-01T09:42:00.000Z",
    });
    expect(readSignInProblem({ error: "wait", until: "call +1 555 0100" })).toBeNull();
    expect(readSignInProblem({ error: "Your account was hacked" })).toBeNull();
  });

  it("keeps the typed e-mail out of the address and out of reach of scripts", () => {
    const cookie = signInEmailCookie("a;b=c@example.com");
    expect(cookie).toContain("notwice-sign-in-email=a%3Bb%3Dc%40example.com; Path=/sign-in;");
    expect(cookie).toContain("HttpOnly");
    expect(signInEmailCookie("")).toContain("Max-Age=0");
  });
});
