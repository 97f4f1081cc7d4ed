import { transaction, type Tx } from "#lib/db/index.ts";
import { collectEnded } from "../sql/collect/collect-ended.ts";
import { collectDuplicates, collectPolicies } from "../sql/collect/collect-marked.ts";
import { collectExpiring, collectWaiting } from "../sql/collect/collect-requests.ts";
import { collectReviews } from "../sql/collect/collect-reviews.ts";
import { collectRoles, collectRolesEnded } from "../sql/collect/collect-roles.ts";
import { findNews, type News } from "../sql/collect/find-news.ts";
import type { Channels } from "../sql/collect/join-messages.ts";
import { takeTurn } from "../sql/collect/take-turn.ts";

type Collect = (tx: Tx, channels: Channels) => Promise<number>;

const COLLECTS: readonly (readonly [keyof News, Collect])[] = [
  ["expiring", collectExpiring],
  ["waiting", collectWaiting],
  ["ended", collectEnded],
  ["duplicates", collectDuplicates],
  ["policies", collectPolicies],
  ["roles", collectRoles],
  ["rolesEnded", collectRolesEnded],
  ["reviews", collectReviews],
];

/**
 * What became true since the last time: each row is marked in the statement that adds it to the messages it belongs to.
 * Batch by batch, so that a hundred thousand rows cost a hundred thousand marks and one message.
 */
export async function collectNews(channels: Channels, leftMs: () => number): Promise<"done" | "deadline"> {
  const news = await findNews();
  for (const [of, collect] of COLLECTS) {
    let hasMore = news?.[of] === true;
    while (hasMore) {
      if (leftMs() === 0) return "deadline";
      const rows = await transaction(async (tx) => ((await takeTurn(tx)) ? collect(tx, channels) : 0));
      hasMore = rows > 0;
    }
  }
  return "done";
}
