"use client";

import { Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { overviewQueries } from "#lib/client/overview/overview-queries.ts";
import { reaperQueries } from "#lib/client/reaper-queries.ts";
import { useLive } from "../layout/live/live-provider.tsx";
import { LiveStatus } from "../layout/live/live-status.tsx";
import { Box } from "./box.tsx";
import { Causes } from "./causes.tsx";
import { Figures } from "./figures.tsx";
import { Machinery } from "./machinery.tsx";
import { StuckChart } from "./stuck-chart.tsx";
import page from "../ui/page/page.module.css";
import classes from "./overview.module.css";

/** Each box asks for itself: an error in one leaves the others as they are. */
export function Overview() {
  const { pollMs } = useLive();
  const options = { refetchInterval: pollMs, refetchOnWindowFocus: pollMs !== false };
  const figures = useQuery({ ...overviewQueries.figures(), ...options });
  const causes = useQuery({ ...overviewQueries.causes(), ...options });
  const stuck = useQuery({ ...overviewQueries.stuckPerHour(), ...options });
  const health = useQuery({ ...reaperQueries.health(), ...options });
  return (
    <>
      <div className={page.top}>
        <Title order={1}>Overview</Title>
        {figures.data && <LiveStatus answeredAt={figures.data.at} isFailing={figures.error !== null} />}
      </div>
      <Box query={figures} skeletonHeight={104} title="What waits">
        {(data) => <Figures figures={data} />}
      </Box>
      <Box query={causes} skeletonHeight={120} title="Causes now">
        {(data) => <Causes groups={data} />}
      </Box>
      <div className={classes.pair}>
        <Box query={stuck} skeletonHeight={160} title="Stuck per hour, 48 hours">
          {(data) => <StuckChart stuck={data} />}
        </Box>
        <Box query={health} skeletonHeight={160} title="Machinery">
          {(data) => <Machinery health={data} />}
        </Box>
      </div>
    </>
  );
}
