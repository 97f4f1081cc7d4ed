import type { Mutant } from "./mutant.ts";
import { ATTEMPT_MUTANTS } from "./mutants/attempts.ts";
import { AUDIT_MUTANTS } from "./mutants/audit.ts";
import { CHECK_MUTANTS } from "./mutants/checks.ts";
import { CLAIM_MUTANTS } from "./mutants/claims.ts";
import { CONSTRAINT_MUTANTS } from "./mutants/constraints.ts";
import { DESK_MUTANTS } from "./mutants/desk.ts";
import { BULK_MUTANTS } from "./mutants/desk/bulk.ts";
import { MOVE_MUTANTS, SIGN_OFF_MUTANTS } from "./mutants/desk/sign-offs.ts";
import { EDIT_MUTANTS } from "./mutants/edits.ts";
import { EFFECT_MUTANTS } from "./mutants/effects.ts";
import { JUDGEMENT_MUTANTS } from "./mutants/judgements.ts";
import { LATE_REPORT_MUTANTS } from "./mutants/late-reports.ts";
import { ACCOUNT_MUTANTS } from "./mutants/migrations/accounts.ts";
import { LIST_MUTANTS } from "./mutants/migrations/lists.ts";
import { NOTIFICATION_MUTANTS } from "./mutants/migrations/notifications.ts";
import { REAPER_MUTANTS } from "./mutants/reaper.ts";
import { TRIGGER_MUTANTS } from "./mutants/triggers.ts";

export const MUTANTS: readonly Mutant[] = [
  ...CLAIM_MUTANTS,
  ...ATTEMPT_MUTANTS,
  ...EFFECT_MUTANTS,
  ...NOTIFICATION_MUTANTS,
  ...LATE_REPORT_MUTANTS,
  ...JUDGEMENT_MUTANTS,
  ...REAPER_MUTANTS,
  ...CHECK_MUTANTS,
  ...DESK_MUTANTS,
  ...EDIT_MUTANTS,
  ...BULK_MUTANTS,
  ...SIGN_OFF_MUTANTS,
  ...MOVE_MUTANTS,
  ...LIST_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...CONSTRAINT_MUTANTS,
  ...TRIGGER_MUTANTS,
  ...AUDIT_MUTANTS,
];
