import { z } from "zod";
import { isZone } from "./words.ts";

/** `browser`: the zone of the machine in front of the person. Otherwise UTC, or a name like `Asia/Tokyo`. */
export const zoneSchema = z
  .string()
  .max(64)
  .refine((zone) => zone === "browser" || isZone(zone), "Name a time zone, like Europe/Berlin.");

export const preferencesSchema = z.object({
  theme: z.enum(["auto", "light", "dark"]),
  density: z.enum(["comfortable", "compact"]),
  zone: zoneSchema,
  /** `reduced`: nothing fades or slides, whatever the system says. */
  motion: z.enum(["system", "reduced"]),
  /** Shortcuts of one key without Ctrl; off for whoever dictates or leans on keys (WCAG 2.1.4). */
  singleKeys: z.boolean(),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const DEFAULT_PREFERENCES: Preferences = {
  theme: "auto",
  density: "comfortable",
  zone: "UTC",
  motion: "system",
  singleKeys: true,
};

/** Only what changes need be sent. */
export const preferencesInputSchema = preferencesSchema
  .partial()
  .refine((given) => Object.keys(given).length > 0, "Say what is to change.");
export type PreferencesInput = z.infer<typeof preferencesInputSchema>;
