"use client";

import { IconAlertTriangle } from "@tabler/icons-react";
import Link from "next/link";
import type { Signing } from "#lib/reviews/signing/contract.ts";
import bandClasses from "../history/changed-band.module.css";

/** For those who give roles: what would otherwise wait until it expires. */
export function NeverApproved({ unsignable }: { unsignable: Signing["unsignable"] }) {
  if (unsignable === null || unsignable.count === 0) return null;
  return (
    <p className={bandClasses.band}>
      <IconAlertTriangle aria-hidden size={20} />
      <span>
        {sayNever(unsignable)} <Link href="/settings/users">Users and roles</Link>
      </span>
    </p>
  );
}

export function sayNever({ count, approvers }: NonNullable<Signing["unsignable"]>): string {
  const what = count === 1 ? "1 request can never be approved" : `${count} requests can never be approved`;
  const names = approvers.map(({ name }) => name);
  if (names.length === 0) return `${what}: nobody has the role approver.`;
  const only = names.length === 1 ? `only ${names[0]} may sign` : `only ${names.join(", ")} may sign`;
  return `${what}: ${only}, and nobody signs what they asked for or edited.`;
}
