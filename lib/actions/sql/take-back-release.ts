import { z } from "zod";
import { Prisma, query, type Tx } from "#lib/db/index.ts";
import { CAME_BACK } from "./came-back.ts";

export type SignedFor = { key: string; requestId: string };

const takenBack = z.object({ key: z.string(), to: z.enum(["held", "failed"]) });
export type TakenBack = z.infer<typeof takenBack>;

/** Races with the claim on each row: whoever changes `status` first wins, the other finds nothing to change. */
export async function takeBackReleases(tx: Tx, releases: readonly SignedFor[]): Promise<TakenBack[]> {
  return query(
    tx,
    takenBack,
    Prisma.sql`
      with signed as materialized (
        select s.key as signed_key, s."requestId" as request_id
        from json_to_recordset(${JSON.stringify(releases)}::json) as s(key text, "requestId" uuid)
      )
      update action_log
      set ${CAME_BACK}
      from signed
      where key = signed_key and status = 'released' and release_request_id = request_id
      returning key, status as "to"`,
  );
}

export async function takeBackRelease(tx: Tx, key: string, requestId: string): Promise<TakenBack | null> {
  return (await takeBackReleases(tx, [{ key, requestId }]))[0] ?? null;
}
