import { isDeepStrictEqual } from "node:util";
import { type FieldChange, type GivenFields, type PolicyFields, policyFieldsSchema } from "../contract.ts";

export const DEFAULT_FIELDS: PolicyFields = policyFieldsSchema.parse({});

/** What a form would save: what is given, over what stands. */
export function withGiven(fields: PolicyFields, { signOffs, ...given }: GivenFields): PolicyFields {
  return policyFieldsSchema.parse({
    ...fields,
    ...present(given),
    signOffs: { ...fields.signOffs, ...present(signOffs ?? {}) },
  });
}

function present(given: object): object {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

export function differences(before: PolicyFields, after: PolicyFields): FieldChange[] {
  const earlier = flat(before);
  return Object.entries(flat(after))
    .map(([field, value]) => ({ field, before: earlier[field], after: value }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after));
}

function flat({ signOffs, ...fields }: PolicyFields): Record<string, unknown> {
  const counts = Object.entries(signOffs).map(([type, needed]): [string, unknown] => [`signOffs.${type}`, needed]);
  return { ...fields, ...Object.fromEntries<unknown>(counts) };
}

export type Salvaged = { fields: PolicyFields; brokenFields: string[] };

/** What can still be read of stored fields. What cannot has its default, and then the whole counts as `ask`. */
export function salvage(stored: Readonly<Record<string, unknown>>): Salvaged {
  const whole = policyFieldsSchema.safeParse(stored);
  if (whole.success) return { fields: whole.data, brokenFields: [] };
  const broken = new Set(whole.error.issues.map(({ path }) => String(path[0])));
  const sound = Object.fromEntries(Object.entries(stored).filter(([name]) => !broken.has(name)));
  const paths = whole.error.issues.map(({ path }) => path.join("."));
  return { fields: { ...policyFieldsSchema.parse(sound), recovery: "ask" }, brokenFields: [...new Set(paths)] };
}
