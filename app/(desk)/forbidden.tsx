import { Text } from "@mantine/core";
import { PlainPage } from "#components/layout/plain-page.tsx";

export default function Forbidden() {
  return (
    <PlainPage insideShell title="This page is not for your role">
      <Text>Your roles stand beside your name at the top. An admin can change them.</Text>
    </PlainPage>
  );
}
