import classes from "../list/review-list.module.css";

/** A list must not seem to be what its address asks for when it is not. */
export function DroppedNote({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className={classes.changes} role="status">
      Left out of the address, because it could not be read: {names.join(", ")}.
    </p>
  );
}
