import { Text } from "@mantine/core";
import { PlainPage } from "./plain-page.tsx";

export function NotFoundPage({ insideShell = false }: { insideShell?: boolean }) {
  return (
    <PlainPage insideShell={insideShell} title="There is no such page">
      <Text>The address may be mistyped, or what it named does not exist.</Text>
    </PlainPage>
  );
}
