import { expect, it } from "vitest";
import { signWebhook } from "#lib/nudges/sign-webhook.ts";

/** Published with the scheme. */
const EXAMPLE = {
  secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  message: { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", sentAtSeconds: 1_614_265_330, body: '{"test": 2432232314}' },
  signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
};
const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

it("signs the scheme's own example as the scheme does", () => {
  expect(signWebhook(EXAMPLE.message, EXAMPLE.secret)).toEqual({
    "webhook-id": EXAMPLE.message.id,
    "webhook-timestamp": "1614265330",
    "webhook-signature": EXAMPLE.signature,
  });
});

it("signs with every secret there is, so that one can replace another", () => {
  const { "webhook-signature": signatures } = signWebhook(EXAMPLE.message, ` ${OTHER_SECRET} ${EXAMPLE.secret}\n`);
  expect(signatures?.split(" ")).toEqual([expect.stringMatching(/^v1,[\w+/]{43}=$/), EXAMPLE.signature]);
});

it.each([
  ["too short", "whsec_c2hvcnQ="],
  ["no base64", "whsec_not*base64*but*long*enough*to*be*one*of*them"],
  ["empty", ""],
])("refuses a secret that is %s, and does not repeat it", (_what, secret) => {
  const sign = () => signWebhook(EXAMPLE.message, secret);
  expect(sign).toThrow(/^A signing secret is whsec_ and at least 24 bytes in base64\.$/);
});
