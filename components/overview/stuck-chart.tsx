import { VisuallyHidden } from "@mantine/core";
import type { StuckPerHour } from "#lib/reviews/lists/contract.ts";
import { formatNumber } from "../ui/format-number.ts";
import { Time } from "../ui/time.tsx";
import page from "../ui/page/page.module.css";
import classes from "./overview.module.css";

const SLOT = 10;
const BAR = 7;
const HEIGHT = 100;

/** Bars for whoever sees them, a table for whoever hears the page. */
export function StuckChart({ stuck: { hours } }: { stuck: StuckPerHour }) {
  const most = Math.max(1, ...hours.map(({ count }) => count));
  const total = hours.reduce((sum, { count }) => sum + count, 0);
  const [first] = hours;
  return (
    <>
      <p className={page.line}>
        {total === 0
          ? "Nothing got stuck."
          : `${formatNumber(total)} got stuck, at most ${formatNumber(most)} in an hour.`}
      </p>
      <svg
        aria-hidden
        className={classes.chart}
        preserveAspectRatio="none"
        viewBox={`0 0 ${hours.length * SLOT} ${HEIGHT}`}
      >
        {hours.map(({ from, count }, at) => {
          const height = count === 0 ? 0 : Math.max(3, (count / most) * (HEIGHT - 2));
          return <rect height={height} key={from} width={BAR} x={at * SLOT} y={HEIGHT - 1 - height} />;
        })}
        <line x1={0} x2={hours.length * SLOT} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      </svg>
      {first && (
        <p className={classes.axis}>
          <span>
            <Time at={first.from} />
          </span>
          <span>now</span>
        </p>
      )}
      <VisuallyHidden>
        <table>
          <caption>Stuck per hour</caption>
          <thead>
            <tr>
              <th scope="col">Hour from</th>
              <th scope="col">Cases</th>
            </tr>
          </thead>
          <tbody>
            {hours.map(({ from, count }) => (
              <tr key={from}>
                <th scope="row">
                  <Time at={from} />
                </th>
                <td>{count}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
    </>
  );
}
