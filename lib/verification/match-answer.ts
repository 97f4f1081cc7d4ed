import type { Answer, Condition, HttpRule, Proof } from "./contract.ts";
import { readPointer } from "./read-pointer.ts";

export interface HttpAnswer {
  status: number;
  /** The parsed body; undefined where it is no JSON. */
  document: unknown;
}

export interface Match {
  answer: Answer;
  matched: string[];
  problem?: string;
}

/** What the provider's answer says of the effect. Pure. What meets neither rule, or both, says nothing. */
export function matchAnswer(rule: Pick<HttpRule, "landed" | "absent">, key: string, said: HttpAnswer): Match {
  const landed = meets(rule.landed, key, said);
  const absent = meets(rule.absent, key, said);
  if (landed && !absent) return { answer: "landed", matched: describe(rule.landed, said) };
  if (absent && !landed) return { answer: "absent", matched: describe(rule.absent, said) };
  return { answer: "inconclusive", matched: [], problem: problemOf(rule, said, landed) };
}

function meets({ status, match }: Proof, key: string, said: HttpAnswer): boolean {
  if (!status.includes(said.status)) return false;
  return match.every((condition) => said.document !== undefined && holds(condition, said.document, key));
}

function holds({ pointer, equals, exists, empty, matches }: Condition, document: unknown, key: string): boolean {
  const found = readPointer(document, pointer);
  if (exists !== undefined) return (found !== undefined && found !== null) === exists;
  if (empty) return typeof found === "object" && found !== null && Object.keys(found).length === 0;
  return found === (matches === undefined ? equals : key);
}

function describe({ match }: Proof, { status }: HttpAnswer): string[] {
  return [`status ${status}`, ...match.map(say)];
}

function say({ pointer, equals, exists, empty }: Condition): string {
  const where = pointer === "" ? "the answer" : pointer;
  if (exists !== undefined) return `${where} ${exists ? "is there" : "is not there"}`;
  if (empty) return `${where} is empty`;
  return equals === undefined ? `${where} is the action's key` : `${where} is ${JSON.stringify(equals)}`;
}

function problemOf(rule: Pick<HttpRule, "landed" | "absent">, said: HttpAnswer, both: boolean): string {
  const { status, document } = said;
  if (both) return "The answer meets both rules.";
  if (status >= 300 && status < 400) return `The provider redirects (${status}); redirects are not followed.`;
  const named = rule.landed.status.includes(status) || rule.absent.status.includes(status);
  if (!named) return `The status ${status} is in neither rule.`;
  return document === undefined ? "The answer is no JSON." : `The answer with status ${status} meets neither rule.`;
}
