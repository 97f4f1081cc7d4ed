import { Anchor, Container, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

type PlainPageProps = { title: string; insideShell?: boolean; children: ReactNode };

/** One heading, a sentence or two, and the way back. The shell has its own `main`. */
export function PlainPage({ title, insideShell = false, children }: PlainPageProps) {
  return (
    <Container component={insideShell ? "div" : "main"} mx={insideShell ? 0 : "auto"} px="lg" py={48} size={480}>
      <Stack align="flex-start" gap="md">
        <Title order={1}>{title}</Title>
        {children}
        <Anchor href="/queue">Go to the queue</Anchor>
      </Stack>
    </Container>
  );
}
