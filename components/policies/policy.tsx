"use client";

import { Skeleton, Title } from "@mantine/core";
import { IconAlertTriangle, IconArrowLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useState } from "react";
import { policyQueries } from "#lib/client/policies/policy-queries.ts";
import type { PolicyDetail, PolicyFields } from "#lib/policies/contract.ts";
import { useLive } from "../layout/live/live-provider.tsx";
import { LiveStatus } from "../layout/live/live-status.tsx";
import { Trouble } from "../reviews/notices/trouble.tsx";
import { Section } from "../ui/page/section.tsx";
import { Time } from "../ui/time.tsx";
import { PolicyEditor } from "./editor/policy-editor.tsx";
import { FieldList } from "./field-list.tsx";
import { History } from "./history.tsx";
import { Proposal } from "./proposal.tsx";
import page from "../ui/page/page.module.css";
import classes from "./policies.module.css";

export function Policy({ kind }: { kind: string }) {
  const { pollMs } = useLive();
  const { data, error, refetch } = useQuery({
    ...policyQueries.detail(kind),
    refetchInterval: pollMs,
    refetchOnWindowFocus: pollMs !== false,
  });
  return (
    <>
      <Link className={classes.back} href="/policies">
        <IconArrowLeft aria-hidden size={16} /> Policies
      </Link>
      <div className={page.top}>
        <Title className={classes.title} order={1}>
          {kind}
        </Title>
        {data && <LiveStatus answeredAt={data.at} isFailing={error !== null} />}
      </div>
      {error && (
        <div className={page.trouble}>
          <Trouble error={error} onRetry={() => void refetch()} since={data?.at} what="This policy" />
        </div>
      )}
      {data ? <Loaded detail={data} kind={kind} /> : !error && <Skeleton height={320} mt="md" />}
    </>
  );
}

function Loaded({ kind, detail }: { kind: string; detail: PolicyDetail }) {
  const [start, setStart] = useState<{ from: string; fields: PolicyFields } | null>(null);
  const mayEdit = detail.viewer.edit.allowed;
  return (
    <>
      <Standing detail={detail} />
      {detail.proposal && <Proposal detail={detail} kind={kind} proposal={detail.proposal} />}
      {detail.viewer.edit.allowed ? (
        <PolicyEditor detail={detail} key={start?.from ?? "in force"} kind={kind} start={start?.fields ?? null} />
      ) : (
        <Section title="In force">
          <p className={page.line}>{detail.viewer.edit.because}</p>
          <FieldList fields={detail.fields} />
        </Section>
      )}
      <Section title="History">
        <History
          onDraft={mayEdit ? ({ id, fields }) => setStart({ from: `${id} ${Date.now()}`, fields }) : null}
          revisions={detail.revisions}
        />
      </Section>
    </>
  );
}

function Standing({ detail }: { detail: PolicyDetail }) {
  const { state, brokenFields, version, updatedBy, updatedAt, effectiveAt, at, openReviews } = detail;
  const cases = `${openReviews} open ${openReviews === 1 ? "case" : "cases"}.`;
  if (state === "none") {
    return (
      <p className={page.state}>
        <IconAlertTriangle aria-hidden />
        <span>
          <strong>No policy: people decide.</strong> {cases} The first version is saved below.
        </span>
      </p>
    );
  }
  if (state === "broken") {
    return (
      <p className={page.state}>
        <IconAlertTriangle aria-hidden />
        <span>
          <strong>This policy cannot be read, so it counts as “ask”: people decide.</strong> Wrong:{" "}
          {brokenFields.join(", ")}. Saving a new version repairs it. {cases}
        </span>
      </p>
    );
  }
  return (
    <p className={page.line}>
      Version {version}
      {updatedAt !== null && (
        <>
          , saved by {updatedBy?.name} at <Time at={updatedAt} />
        </>
      )}
      . {cases}
      {effectiveAt !== null && Date.parse(effectiveAt) > Date.parse(at) && (
        <>
          {" "}
          It loosens what was before, so the stricter of the two binds until <Time at={effectiveAt} />.
        </>
      )}
    </p>
  );
}
