import { anyKind } from "./any-kind.ts";
import type { Kind } from "./kind.ts";
import { mail } from "./mail.tsx";

export type { EditField, Kind, Phase } from "./kind.ts";

const invoice: Kind = {
  ...anyKind("invoice"),
  titleOf: (target) => (target === null ? "Invoice" : `Invoice to ${target}`),
  happened: "Invoiced",
  mayAlready: "The customer may already have this invoice.",
  twice: "the customer is invoiced twice",
};

const post: Kind = {
  ...anyKind("chat post"),
  targetLabel: "In",
  titleOf: (target) => (target === null ? "Chat post" : `Chat post in ${target}`),
  happened: "Posted",
  mayAlready: "It may already stand there.",
  twice: "it stands there twice",
};

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ["send_email", mail],
  ["create_invoice", invoice],
  ["post_message", post],
]);

export function kindOf(name: string): Kind {
  return KINDS.get(name) ?? anyKind(name);
}
