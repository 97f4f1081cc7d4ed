import type { VerificationView } from "#lib/verification/contract.ts";
import { Time } from "../../ui/time.tsx";
import { ANSWER_WORDS, CONSEQUENCE_WORDS } from "./answer-words.ts";
import classes from "./provider-answers.module.css";

type ProviderAnswersProps = {
  answers: readonly VerificationView[];
  /** The policy says that the provider is asked. */
  isAsked: boolean;
  /** What a provider says may quote the payload. */
  hidesExcerpts: boolean;
};

/** What the provider was asked about the action and what it said, the newest first; as it was stored. */
export function ProviderAnswers({ answers, isAsked, hidesExcerpts }: ProviderAnswersProps) {
  if (answers.length === 0) {
    return <p>{isAsked ? "The provider was not asked yet." : "Provider check: none for this kind."}</p>;
  }
  return (
    <ol className={classes.answers}>
      {answers.map((answer) => (
        <li key={`${answer.askedAt} ${answer.attempt}`}>
          <strong>{answer.answer === null ? "No answer was recorded" : ANSWER_WORDS[answer.answer]}</strong>
          <span className={classes.facts}>
            Attempt {answer.attempt}, asked at <Time at={answer.askedAt} />
            {answer.consequence !== null && `. ${CONSEQUENCE_WORDS[answer.consequence]}`}
          </span>
          <Evidence evidence={answer.evidence} hidesExcerpt={hidesExcerpts} />
        </li>
      ))}
    </ol>
  );
}

type EvidenceProps = { evidence: VerificationView["evidence"]; hidesExcerpt: boolean };

function Evidence({ evidence: { status, matched = [], problem, excerpt }, hidesExcerpt }: EvidenceProps) {
  return (
    <>
      {problem !== undefined && <span className={classes.facts}>{problem}</span>}
      <span className={classes.facts}>
        {status !== undefined && `Status ${status}. `}
        {matched.length > 0 && `Matched: ${matched.join(", ")}.`}
      </span>
      {hidesExcerpt && <span className={classes.facts}>Its words are hidden for your role.</span>}
      {excerpt !== undefined && (
        <details>
          <summary>What it said</summary>
          <pre className={classes.excerpt}>{excerpt}</pre>
        </details>
      )}
    </>
  );
}
