import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./page.module.css";

type SectionProps = { title: string; id?: string; children: ReactNode };

export function Section({ title, id, children }: SectionProps) {
  return (
    <section aria-label={title} className={classes.section} id={id}>
      <Title order={2}>{title}</Title>
      {children}
    </section>
  );
}
