"use client";

import { Text } from "@mantine/core";
import type { PayloadView } from "#lib/actions/contract.ts";
import { formatNumber } from "../../ui/format-number.ts";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import { TabSet } from "../../ui/tab-set.tsx";
import { CopyValue } from "../copy-value.tsx";
import { kindOf } from "../kinds/index.ts";
import { JsonPreview } from "./json-preview.tsx";
import classes from "./payload.module.css";

const MAX_SHOWN_CHARS = 64 * 1024;
const SHORT_HASH_CHARS = 10;

type PayloadProps = { kind: string; payload: PayloadView };

/** What a worker would be given, to the byte: as what it is, and as it is stored. Nothing of it is ever run. */
export function Payload({ kind, payload }: PayloadProps) {
  if (payload.bytes === null) {
    return <Text>Nothing is stored of what was sent: this action was recorded without a payload.</Text>;
  }
  const { Preview } = kindOf(kind);
  return (
    <>
      <TabSet
        tabs={[
          {
            id: "preview",
            label: Preview ? "Message" : "Fields",
            panelClass: classes.panel,
            panel: (
              <>
                {payload.hiddenPaths.length > 0 && <Hidden paths={payload.hiddenPaths} />}
                {Preview ? <Preview value={payload.value} /> : <JsonPreview value={payload.value} />}
              </>
            ),
          },
          {
            id: "stored",
            label: "Stored bytes",
            panelClass: classes.panel,
            panel: payload.text === null ? <Hidden paths={payload.hiddenPaths} /> : <StoredBytes text={payload.text} />,
          },
        ]}
      />
      <p className={classes.foot}>
        {formatNumber(payload.bytes)} bytes
        {payload.hash !== null && (
          <>
            , digest{" "}
            <CopyValue shown={`${payload.hash.slice(0, SHORT_HASH_CHARS)}…`} value={payload.hash} what="digest" />
          </>
        )}
      </p>
    </>
  );
}

function StoredBytes({ text }: { text: string }) {
  const isCut = text.length > MAX_SHOWN_CHARS;
  return (
    <>
      <ScrollRegion as="pre" className={classes.stored} label="Stored bytes">
        {isCut ? text.slice(0, MAX_SHOWN_CHARS) : text}
      </ScrollRegion>
      {isCut && (
        <Text c="dimmed" size="sm">
          Only the first {formatNumber(MAX_SHOWN_CHARS)} characters are shown; the digest covers all of them.
        </Text>
      )}
    </>
  );
}

function Hidden({ paths }: { paths: readonly string[] }) {
  const what = paths.includes("*") ? "The content" : paths.join(", ");
  return (
    <Text c="dimmed" size="sm">
      Hidden for your role: {what}. Approvers see all of it; digest and size are shown.
    </Text>
  );
}
