/** Nobody waits forty minutes in front of a demo: a stuck send stands in the queue within one. */
const QUICK = {
  recovery: "ask",
  staleAfterSeconds: 20,
  backoffSeconds: 5,
  holdSeconds: 3,
} as const;

/** The policies the demo is seeded with, by kind. What is not named here has its default. */
export const DEMO_POLICIES = { send_email: QUICK, post_message: QUICK } as const;
