import type { ReactNode } from "react";
import classes from "./fields.module.css";

export type Field = { label: string; value: ReactNode };

export function Fields({ of: fields }: { of: readonly Field[] }) {
  return (
    <dl className={classes.fields}>
      {fields.map(({ label, value }) => (
        <div className={classes.field} key={label}>
          <dt className={classes.label}>{label}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
