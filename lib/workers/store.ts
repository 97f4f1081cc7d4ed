import { prismaDb } from "@notwice/once/prisma";
import { openSteps, type Steps } from "@notwice/once/steps";
import { type Database, prisma } from "#lib/db/index.ts";

let opened: { over: Database; steps: Steps } | undefined;

/** The steps of the library over this process's own connections: the statements that every worker runs. */
export function actionSteps(): Steps {
  const over = prisma();
  if (opened?.over !== over) opened = { over, steps: openSteps({ db: prismaDb(over) }) };
  return opened.steps;
}
