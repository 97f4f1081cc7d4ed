import { Text } from "@mantine/core";
import type { PayloadView } from "#lib/actions/contract.ts";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import { bytesAsLines } from "./bytes-as-lines.ts";
import { lineDiff } from "./line-diff.ts";
import classes from "./payload-diff.module.css";

type PayloadDiffProps = { before: PayloadView; after: PayloadView };

/** The stored bytes of two versions, side by side, or one over the other where there is no room. */
export function PayloadDiff({ before, after }: PayloadDiffProps) {
  if (before.text === null || after.text === null) {
    return <Text c="dimmed">Parts are hidden for your role, so the two versions cannot be compared here.</Text>;
  }
  const rows = lineDiff(bytesAsLines(before.text), bytesAsLines(after.text));
  const changed = rows.filter(({ isSame }) => !isSame).length;
  return (
    <>
      <p className={classes.sum}>
        {changed === 1 ? "1 line differs" : `${changed} lines differ`}; {before.bytes ?? 0} bytes before,{" "}
        {after.bytes ?? 0} now.
      </p>
      <ScrollRegion className={classes.frame} label="Earlier and new bytes">
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Earlier</th>
              <th scope="col">New</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr data-changed={!row.isSame || undefined} key={index}>
                <td className={classes.before}>
                  {row.before !== null && <Line mark="−" row={row} text={row.before} />}
                </td>
                <td className={classes.after}>{row.after !== null && <Line mark="+" row={row} text={row.after} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </>
  );
}

/** The sign says it where the colour does not. */
function Line({ mark, row, text }: { mark: string; row: { isSame: boolean }; text: string }) {
  if (row.isSame) return <span className={classes.line}>{text}</span>;
  const Changed = mark === "+" ? "ins" : "del";
  return (
    <Changed className={classes.line}>
      <span aria-hidden className={classes.mark}>
        {mark}
      </span>
      {text}
    </Changed>
  );
}
