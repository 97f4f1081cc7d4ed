import { z } from "zod";

/** What a table's trigger says of itself: the first word of the query keys that are to be asked for anew. */
export const topicSchema = z.string().regex(/^[a-z_]{1,40}$/);

/** `alive` carries the server's time; a browser that has heard none for a while counts the stream as lost. */
export const ALIVE_EVERY_MS = 20_000;
