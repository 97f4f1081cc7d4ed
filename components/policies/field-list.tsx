import type { PolicyFields } from "#lib/policies/contract.ts";
import { fieldWord, flatFields, sayValue } from "./policy-words.ts";
import classes from "./policies.module.css";

export function FieldList({ fields }: { fields: PolicyFields }) {
  return (
    <dl className={classes.fields}>
      {flatFields(fields).map(([field, value]) => (
        <div key={field}>
          <dt>{fieldWord(field)}</dt>
          <dd>{sayValue(field, value)}</dd>
        </div>
      ))}
    </dl>
  );
}
