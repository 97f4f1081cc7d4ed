"use client";

import { Button, Code, Text } from "@mantine/core";
import { PlainPage } from "./plain-page.tsx";

type ErrorPageProps = { error: unknown; retry: () => void };

export function ErrorPage(props: ErrorPageProps) {
  return <Fault {...props} insideShell={false} />;
}

export function DeskErrorPage(props: ErrorPageProps) {
  return <Fault {...props} insideShell />;
}

function Fault({ error, retry, insideShell }: ErrorPageProps & { insideShell: boolean }) {
  const reference = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <PlainPage insideShell={insideShell} title="This page could not be shown">
      <Text>The fault is ours. If you were deciding something, look whether it was recorded before you repeat it.</Text>
      {reference !== null && (
        <Text c="dimmed">
          Reference for the log: <Code>{reference}</Code>
        </Text>
      )}
      <Button onClick={() => retry()} variant="default">
        Load the page again
      </Button>
    </PlainPage>
  );
}
