"use client";

import { Text, Title } from "@mantine/core";
import { useState } from "react";
import type { MySettings, Webhooks } from "#lib/notifications/contract.ts";
import { MyMail } from "./my-mail.tsx";
import { WebhookList } from "./webhook-list.tsx";

type NotificationsProps = { settings: MySettings; webhooks: Webhooks | null };

export function Notifications({ settings, webhooks }: NotificationsProps) {
  const [said, setSaid] = useState("");
  return (
    <>
      <Title order={1}>Notifications</Title>
      <Text c="dimmed" mb="md">
        Messages group what came up together and hold one link. Opening it decides nothing.
      </Text>
      <Text aria-live="polite" mb={said === "" ? 0 : "md"} role="status">
        {said}
      </Text>
      <MyMail onSaid={setSaid} settings={settings} />
      {webhooks && <WebhookList list={webhooks} onSaid={setSaid} />}
    </>
  );
}
