import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { env, requiredEnv, secretFromEnv } from "#lib/env.ts";

/** `ProcessEnv` demands NODE_ENV under Next's types. */
const given = (values: Record<string, string>): NodeJS.ProcessEnv => ({ NODE_ENV: "test", ...values });

describe("the environment", () => {
  it("has a default for everything a first start needs", () => {
    expect(env(given({}))).toEqual({
      PORT: 3000,
      BASE_URL: "http://localhost:3000",
      NOTWICE_DATA_DIR: resolve(".notwice"),
      NOTWICE_LOG_LEVEL: "info",
      NOTWICE_SCHEDULER: "on",
      NOTWICE_TRUSTED_PROXIES: 0,
      NOTWICE_PRIVATE_HOSTS: [],
      OIDC_NAME: "single sign-on",
      OIDC_SCOPES: ["openid", "profile", "email"],
      OIDC_OPERATORS: ["operator"],
      OIDC_APPROVERS: ["approver"],
      OIDC_ADMINS: ["admin"],
    });
  });

  it("derives the address from the port, and takes an empty value as none", () => {
    expect(env(given({ PORT: "4100", BASE_URL: "" })).BASE_URL).toBe("http://localhost:4100");
  });

  it("reads the mail server from its address, and asks for TLS before a password leaves", () => {
    const read = (SMTP_URL: string) => env(given({ SMTP_URL, MAIL_FROM: "Desk <desk@example.com>" })).SMTP_URL;
    expect(read("smtp://mail.example.com:25")).toEqual({
      host: "mail.example.com",
      port: 25,
      secure: false,
      requireTls: false,
    });
    expect(read("smtp://a%40b:p%2Fw@mail.example.com")).toEqual({
      host: "mail.example.com",
      port: 587,
      secure: false,
      requireTls: true,
      auth: { user: "a@b", pass: "p/w" },
    });
    expect(read("smtps://mail.example.com")).toMatchObject({ port: 465, secure: true, requireTls: false });
  });

  it("keeps the origin of the address only", () => {
    expect(env(given({ BASE_URL: "https://desk.example.com/app/" })).BASE_URL).toBe("https://desk.example.com");
  });

  it.each([
    ["PORT", "70000", "PORT must be a port number between 1 and 65535."],
    ["PORT", "http", "PORT must be a port number between 1 and 65535."],
    ["DATABASE_URL", "mysql://x", "DATABASE_URL must be a postgres:// address"],
    ["BASE_URL", "desk.example.com", "BASE_URL must be an http:// or https:// address."],
    ["AUTH_SECRET", "short", "AUTH_SECRET must have at least 32 characters."],
    ["CRON_SECRET", "short", "CRON_SECRET must have at least 16 characters."],
    ["NOTWICE_DEMO", "yes", "NOTWICE_DEMO must be on or off."],
    [
      "NOTWICE_TRUSTED_PROXIES",
      "all",
      "NOTWICE_TRUSTED_PROXIES must be the number of your own proxies in front of the desk, 0 to 9.",
    ],
    ["NOTWICE_LOG_LEVEL", "loud", "NOTWICE_LOG_LEVEL must be one of debug, info, warn, error, fatal, silent."],
    ["OIDC_ISSUER", "login.corp.test", "OIDC_ISSUER must be the issuer's https:// address."],
    [
      "OIDC_ISSUER",
      "http://login.corp.test",
      "OIDC_ISSUER must be an https:// address: http:// is for this machine only.",
    ],
    [
      "OIDC_ISSUER",
      "https://login.corp.test",
      "OIDC_CLIENT_ID is not set: it belongs to OIDC_ISSUER and OIDC_CLIENT_SECRET.",
    ],
    ["OIDC_ROLES_CLAIM", "groups", "OIDC_ISSUER is not set: it belongs to OIDC_CLIENT_ID and OIDC_CLIENT_SECRET."],
    ["OIDC_SCOPES", "email", "OIDC_SCOPES must contain openid."],
    ["NOTWICE_SCHEDULER", "0", "NOTWICE_SCHEDULER must be on or off."],
    ["SMTP_URL", "mail.example.com", "SMTP_URL must be an smtp:// or smtps:// address"],
    ["SMTP_URL", "smtp://%zz@mail.example.com", "SMTP_URL must be an smtp:// or smtps:// address"],
    ["SMTP_URL", "smtp://mail.example.com", "MAIL_FROM must be set where SMTP_URL is."],
    ["MAIL_FROM", "desk@example.com\r\nBcc: all@example.com", "MAIL_FROM must be like Notwice <notwice@example.com>."],
  ])("refuses %s=%s in one sentence", (name, value, sentence) => {
    expect(() => env(given({ [name]: value }))).toThrow(sentence);
  });

  it("names every bad field at once, and repeats no secret", () => {
    expect(() => env(given({ PORT: "x", AUTH_SECRET: "hunter2" }))).toThrow(
      /^PORT must be [^.]*\. AUTH_SECRET must have at least 32 characters\.$/,
    );
  });

  it("names what is missing when it is needed", () => {
    expect(() => requiredEnv("DATABASE_URL", given({}))).toThrow("DATABASE_URL is not set.");
    expect(requiredEnv("PORT", given({}))).toBe(3000);
  });
});

describe("a secret that a policy refers to", () => {
  const source = given({
    NOTWICE_SECRET_HOOKS: "s3cret",
    DATABASE_URL: "postgres://me:pass@db/x",
    NOTWICE_SECRET_: "x",
  });

  it("is read where it was set for that", () => {
    expect(secretFromEnv("NOTWICE_SECRET_HOOKS", source)).toBe("s3cret");
    expect(() => secretFromEnv("NOTWICE_SECRET_OTHER", source)).toThrow("NOTWICE_SECRET_OTHER is not set.");
  });

  it.each(["DATABASE_URL", "NOTWICE_SECRET_", "XNOTWICE_SECRET_HOOKS", "notwice_secret_hooks"])(
    "is never %s",
    (name) => {
      expect(() => secretFromEnv(name, source)).toThrow(`${name} cannot be used`);
    },
  );
});
