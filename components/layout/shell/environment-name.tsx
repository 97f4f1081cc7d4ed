import classes from "./environment-name.module.css";

/** Always in sight, so that nobody decides about production while thinking of staging. */
export function EnvironmentName({ name }: { name: string | null }) {
  if (name === null) return null;
  return <span className={classes.environment}>{name}</span>;
}
