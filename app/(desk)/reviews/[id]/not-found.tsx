import { Anchor, Stack, Text, Title } from "@mantine/core";

export default function ReviewNotFoundPage() {
  return (
    <Stack align="flex-start" gap="md" maw={480}>
      <Title order={1}>Not found, or not visible to you</Title>
      <Text>There is no case under this address that you may see.</Text>
      <Anchor href="/queue">Go to the queue</Anchor>
    </Stack>
  );
}
