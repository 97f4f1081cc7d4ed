/**
 * Who gets through each route, written by hand from the design: no product code imports this, and it imports none.
 * `everyone` has an account; the rest name the roles. A machine's token gets through `actions` and `read` only, and a
 * person's session gets through neither.
 */
export type Who = "open" | "everyone" | "approvers" | "approvers and admins" | "admins" | "actions" | "read" | "cron";

export interface Expected {
  who: Who;
  /** What would be accepted from whoever may. */
  body?: unknown;
  /** A form, as plain pages send it. */
  form?: Record<string, string>;
}

/** In a path: a request, or a set of them, that waits for its sign-off; another one for every call. */
export const PENDING = "{pending}";

const ID = "00000000-0000-4000-8000-000000000000";
const KEY = "0".repeat(64);
const SEEN = { version: 1, payloadHash: null };
const HELD = { key: KEY, attempt: 1, token: ID };

export const EXPECTED: Record<string, Expected> = {
  // Reading is everyone's.
  "GET /api/reviews": { who: "everyone" },
  "GET /api/reviews/counts": { who: "everyone" },
  "GET /api/reviews/facets": { who: "everyone" },
  "GET /api/reviews/groups?by=cause": { who: "everyone" },
  "GET /api/reviews/figures": { who: "everyone" },
  "GET /api/reviews/stuck-per-hour": { who: "everyone" },
  "GET /api/reviews/signing": { who: "everyone" },
  "GET /api/reviews/standing?since=2026-01-01T00:00:00Z": { who: "everyone" },
  [`GET /api/reviews/${ID}`]: { who: "everyone" },
  [`GET /api/actions/${KEY}`]: { who: "everyone" },
  "GET /api/bulk-requests": { who: "everyone" },
  [`GET /api/bulk-requests/${ID}`]: { who: "everyone" },
  "GET /api/runs": { who: "everyone" },
  "GET /api/runs/run-42": { who: "everyone" },
  "GET /api/policies": { who: "everyone" },
  "GET /api/policies/send_email": { who: "everyone" },
  "GET /api/reaper/last-pass": { who: "everyone" },
  "GET /api/reaper/health": { who: "everyone" },
  "GET /api/reaper/runs": { who: "everyone" },
  "GET /api/search?q=run-42": { who: "everyone" },
  "GET /api/events": { who: "everyone" },
  [`GET /api/decisions/${ID}`]: { who: "everyone" },
  "GET /api/audit": { who: "everyone" },
  "GET /api/audit/export?format=csv": { who: "approvers and admins" },

  // Looking after a case, and asking for something, is everyone's; signing is not.
  [`POST /api/reviews/${ID}/assign`]: { who: "everyone", body: { assigneeId: null } },
  [`POST /api/reviews/${ID}/requests`]: { who: "everyone", body: { type: "dismiss", reason: "x", ...SEEN } },
  [`POST /api/reviews/${ID}/comments`]: { who: "everyone", body: { body: "x" } },
  "POST /api/runs/run-42/cancel": { who: "everyone", body: { reason: "x" } },
  [`POST /api/reviews/${ID}/reopen`]: { who: "everyone", body: { reason: "x", version: 1 } },
  [`POST /api/actions/${KEY}/edit`]: { who: "everyone", body: { payload: {}, reason: "x", ...SEEN } },
  [`POST /api/requests/${ID}/withdraw`]: { who: "everyone", body: {} },
  [`POST /api/requests/${ID}/take-back`]: { who: "everyone", body: {} },
  [`POST /api/requests/${PENDING}/sign-offs`]: { who: "approvers", body: { verdict: "approve" } },
  "POST /api/bulk-requests": { who: "everyone", body: { type: "dismiss", reviews: [{ id: ID, ...SEEN }] } },
  [`POST /api/bulk-requests/${ID}/requests`]: { who: "everyone", body: { reason: "x" } },
  [`POST /api/bulk-requests/${ID}/stop`]: { who: "everyone", body: {} },
  [`POST /api/bulk-requests/${PENDING}/sign-offs`]: { who: "approvers", body: { verdict: "approve" } },

  // One's own.
  "GET /api/me/preferences": { who: "everyone" },
  "PUT /api/me/preferences": { who: "everyone", body: { theme: "dark" } },
  "GET /api/me/notifications": { who: "everyone" },
  "PUT /api/me/notifications": { who: "everyone", body: { preferences: {} } },
  "POST /api/me/notifications/test": { who: "everyone" },

  // Rules, people and machines are the admins'.
  "POST /api/policies/send_email/preview": { who: "admins", body: { fields: {} } },
  "PUT /api/policies/send_email": { who: "admins", body: { fields: {}, reason: "x", version: 0 } },
  "POST /api/policies/send_email/sign-offs": {
    who: "admins",
    body: { revisionId: ID, verdict: "approve", version: 0 },
  },
  "POST /api/reaper/runs": { who: "admins" },
  "GET /api/users": { who: "admins" },
  "POST /api/users": { who: "admins", body: { name: "Eli", email: "eli@desk.test", roles: ["operator"] } },
  "PUT /api/users/nobody/roles": { who: "admins", body: { roles: ["operator"], seen: ["operator"] } },
  "POST /api/users/nobody/sign-offs": { who: "admins", body: { changeId: ID, verdict: "approve" } },
  "POST /api/users/nobody/links": { who: "admins" },
  "POST /api/users/nobody/disable": { who: "admins" },
  "POST /api/users/nobody/enable": { who: "admins" },
  "GET /api/tokens": { who: "admins" },
  "POST /api/tokens": { who: "admins", body: { name: "mailer", scopes: ["actions"] } },
  [`POST /api/tokens/${ID}/revoke`]: { who: "admins" },
  "GET /api/notification-webhooks": { who: "admins" },
  "PUT /api/notification-webhooks": { who: "admins", body: { version: "0", webhooks: [] } },
  [`POST /api/notification-webhooks/${ID}/test`]: { who: "admins" },

  // Machines'.
  "POST /api/v1/actions/claim": { who: "actions", body: { key: KEY, runId: "r", kind: "k" } },
  "POST /api/v1/actions/begin": { who: "actions", body: HELD },
  "POST /api/v1/actions/heartbeat": { who: "actions", body: HELD },
  "POST /api/v1/actions/succeed": { who: "actions", body: HELD },
  "POST /api/v1/actions/fail": { who: "actions", body: { ...HELD, failure: "may_have_happened" } },
  "POST /api/v1/actions/released": { who: "actions", body: { kinds: ["no_such_kind"] } },
  "GET /api/metrics": { who: "read" },
  "GET /api/cron/reaper": { who: "cron" },
  "POST /api/cron/reaper": { who: "cron" },

  // Before anybody is known.
  "GET /api/health": { who: "open" },
  "GET /api/ready": { who: "open" },
  "GET /api/openapi.json": { who: "open" },
  "GET /api/auth/provider": { who: "open" },
  "GET /api/auth/provider/callback": { who: "open" },
  "POST /api/auth/sign-in": { who: "open", form: { email: "nobody@desk.test", password: "x" } },
  "POST /api/auth/sign-out": { who: "open" },
  "POST /api/auth/set-password": { who: "open", form: { token: "x", password: "x" } },
};
