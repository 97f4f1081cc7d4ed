import { Title } from "@mantine/core";
import { IconAlertOctagon, IconInfoCircle } from "@tabler/icons-react";
import Link from "next/link";
import type { AuditPage } from "#lib/audit/contract.ts";
import { Time } from "../ui/time.tsx";
import { AuditFilter } from "./audit-filter.tsx";
import { AuditTable } from "./audit-table.tsx";
import classes from "./audit-log.module.css";

type AuditLogProps = {
  asked: Readonly<Record<string, string>>;
  canExport: boolean;
  faults: { at: string; sentences: string[] } | null;
  page: AuditPage;
  problem: string | null;
};

/** Made on the server alone: it is read without JavaScript too. */
export function AuditLog({ asked, canExport, faults, page, problem }: AuditLogProps) {
  const { before, ...filter } = asked;
  return (
    <>
      <Title order={1}>Audit log</Title>
      <p className={classes.intro}>Who did what, newest first. Rows are only ever added.</p>
      {faults && <FaultBanner {...faults} />}
      {problem !== null && (
        <p className={classes.problem} role="alert">
          <IconInfoCircle aria-hidden /> Not filtered: {problem}.
        </p>
      )}
      <AuditFilter asked={filter} canExport={canExport && problem === null} />
      {page.events.length === 0 ? (
        <p className={classes.empty}>No event matches.</p>
      ) : (
        <AuditTable events={page.events} />
      )}
      <nav aria-label="Pages" className={classes.pages}>
        {before !== undefined && <Link href={pathOf(filter)}>Newest</Link>}
        {page.nextBefore !== null && <Link href={pathOf({ ...filter, before: page.nextBefore })}>Older</Link>}
      </nav>
    </>
  );
}

function FaultBanner({ at, sentences }: { at: string; sentences: string[] }) {
  return (
    <section aria-label="Check of the audit" className={classes.banner}>
      <IconAlertOctagon aria-hidden />
      <div>
        <strong>The log does not match its seals.</strong> Found at <Time at={at} />:
        <ul className={classes.faults}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
        <code>npx notwice audit verify</code> checks all of it.
      </div>
    </section>
  );
}

function pathOf(query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? "/audit" : `/audit?${text}`;
}
