import classes from "./shell.module.css";

/** Those whose place the page does not have are hidden by the style sheet. */
export function SkipLinks() {
  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <a className={classes.skip} data-to="list" href="#list">
        Skip to list
      </a>
      <a className={classes.skip} data-to="decision" href="#decision">
        Skip to decision
      </a>
    </>
  );
}
