import type { Metadata } from "next";
import { AuditLog } from "#components/audit/audit-log.tsx";
import { listEvents, readFaults } from "#lib/audit-log/index.ts";
import { auditQuerySchema } from "#lib/audit/contract.ts";
import { hasPermission } from "#lib/auth/index.ts";
import { requireSession } from "#lib/auth/session.ts";

export const metadata: Metadata = { title: "Audit log" };

type AuditPageProps = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function AuditPage({ searchParams }: AuditPageProps) {
  const actor = await requireSession();
  const asked = firstOfEach(await searchParams);
  const read = auditQuerySchema.safeParse(asked);
  const problem = read.success ? null : `${read.error.issues[0]?.path.join(".")} ${read.error.issues[0]?.message}`;
  const [page, faults] = await Promise.all([listEvents(actor, read.data ?? {}), readFaults(actor)]);
  return (
    <AuditLog
      asked={asked}
      canExport={hasPermission(actor, "audit.export")}
      faults={faults}
      page={page}
      problem={problem}
    />
  );
}

/** A name given twice counts once, as in a form. */
function firstOfEach(query: Record<string, string | string[] | undefined>): Record<string, string> {
  const pairs = Object.entries(query).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value] as const);
  return Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
}
