"use client";

import { Button } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { useState } from "react";
import type { PolicyDetail } from "#lib/policies/contract.ts";
import { Notice, NoticeFoot } from "../../reviews/notices/notice.tsx";
import { StackTable, type StackColumn } from "../../ui/table/stack-table.tsx";
import { Time } from "../../ui/time.tsx";
import { fieldWord } from "../policy-words.ts";
import { type Draft, toDraft } from "./draft.ts";

type ConflictProps = {
  base: PolicyDetail;
  newer: PolicyDetail;
  draft: Draft;
  changed: readonly string[];
  onGoOn: (kept: Draft) => void;
  onDrop: () => void;
};

type Row = { field: string; was: string; theirs: string; yours: string };

/** Someone saved first: nothing of theirs is written over, nothing of yours is lost. */
export function Conflict({ base, newer, draft, changed, onGoOn, onDrop }: ConflictProps) {
  const [isOpen, setOpen] = useState(false);
  const who = newer.updatedBy?.name ?? "Someone";
  const columns: readonly StackColumn<Row>[] = [
    { head: "Field", isName: true, cell: ({ field }) => fieldWord(field) },
    { head: `Version ${base.version}`, cell: ({ was }) => was },
    { head: `${who}'s version ${newer.version}`, cell: ({ theirs }) => theirs },
    { head: "Yours", cell: ({ yours }) => yours },
  ];
  return (
    <Notice
      icon={<IconGitMerge />}
      title={
        <>
          {who} saved v{newer.version}
          {newer.updatedAt !== null && (
            <>
              {" "}
              at <Time at={newer.updatedAt} clockOnly />
            </>
          )}
          .
        </>
      }
    >
      Your changes: {changed.length} {changed.length === 1 ? "field" : "fields"}, not saved.
      {isOpen && (
        <StackTable columns={columns} keyOf={({ field }) => field} label="Compare" rows={rowsOf(base, newer, draft)} />
      )}
      <NoticeFoot>
        {!isOpen && (
          <Button onClick={() => setOpen(true)} size="compact-sm" variant="default">
            Compare
          </Button>
        )}
        <Button
          onClick={() => onGoOn(Object.fromEntries(changed.map((name) => [name, draft[name] ?? ""])))}
          size="compact-sm"
          variant="default"
        >
          Go on from v{newer.version} with my changes
        </Button>
        <Button onClick={onDrop} size="compact-sm" variant="default">
          Drop my changes
        </Button>
      </NoticeFoot>
    </Notice>
  );
}

function rowsOf(base: PolicyDetail, newer: PolicyDetail, draft: Draft): Row[] {
  const [was, theirs] = [toDraft(base.fields), toDraft(newer.fields)];
  return Object.keys(draft)
    .map((field) => ({ field, was: say(was[field]), theirs: say(theirs[field]), yours: say(draft[field]) }))
    .filter((row) => row.was !== row.theirs || row.was !== row.yours);
}

function say(text: string | undefined): string {
  return text === undefined || text === "" ? "none" : text;
}
