import type { Refusal } from "../../decide/ruling.ts";
import type { ItemReason } from "../contract.ts";

export function toItemReason({ code, because, facts }: Refusal): ItemReason {
  return { code, because, by: facts?.by ?? null, at: facts?.at ?? null };
}
