import classes from "./target.module.css";

/** Breaks before its domain, if it must, and is never cut: that is where mistakes show. */
export function Target({ value }: { value: string | null }) {
  if (value === null) return <span className={classes.none}>Not stored</span>;
  const at = value.lastIndexOf("@");
  if (at < 1) return <span className={classes.target}>{value}</span>;
  return (
    <span className={classes.target}>
      {value.slice(0, at)}
      <span className={classes.domain}>{value.slice(at)}</span>
    </span>
  );
}
