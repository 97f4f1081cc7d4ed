import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./block.module.css";

export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={classes.block}>
      <Title className={classes.title} order={2}>
        {title}
      </Title>
      {children}
    </section>
  );
}
