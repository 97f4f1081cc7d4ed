import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const EXECUTE = "lib/once/src/attempt/execute-claim.ts";
const RECORD = "lib/once/src/attempt/record-outcome.ts";
const OPEN = "lib/once/src/attempt/open-attempt.ts";
const DESCRIBE = "lib/once/src/attempt/describe-error.ts";
const SMTP = "lib/once/src/smtp/classify-smtp-error.ts";
const HTTP = "lib/once/src/http/classify-http-error.ts";

const inRecord = (name: string): NamedTest => ["tests/integration/once/record.test.ts", name];
const inAttempt = (name: string): NamedTest => ["tests/integration/once/attempt.test.ts", name];
const inLateReport = (name: string): NamedTest => ["tests/integration/once/late-report.test.ts", name];
const inSmtp = (name: string): NamedTest => ["tests/integration/smtp/classify-smtp-error.test.ts", name];
const inHttp = (name: string): NamedTest => ["tests/integration/http/classify-http-error.test.ts", name];

/** What becomes of an effect that returned, threw, or was never heard of again. */
export const EFFECT_MUTANTS = [
  mutant(
    swap(
      EXECUTE,
      "value = await effect(attempt.context);",
      "value = await effect(attempt.context);\n    JSON.stringify(value);",
    ),
    "a mail that was sent is recorded as failed, because its result cannot be stored",
    inRecord("after the effect returned, only success can be recorded > a BigInt"),
  ),
  mutant(
    swap(RECORD, 'errorCode(error).startsWith("22") && result.omitted === null', "result.omitted !== null"),
    "a mail that was sent stays in flight, because Postgres cannot hold its result",
    inRecord("after the effect returned, only success can be recorded > a NUL"),
  ),
  mutant(
    swap(
      RECORD,
      "if (error instanceof OnceError) throw error;",
      "if (error instanceof OnceError) throw error;\n    return recordFailure(ended, error, false);",
    ),
    "a mail that was sent is recorded as failed, because the database did not answer",
    inRecord(
      "case 07: a success that is hard to record > that cannot be recorded at all is handed to the caller, and the row stays in flight",
    ),
  ),
  mutant(
    drop(RECORD, "await reportLateSuccess(db, claim, result.json, worker);"),
    "a success that comes late is dropped, and the mail sent again",
    inLateReport(
      "a late success > case 05: settles a failed action, closes its review and supersedes the pending request",
    ),
  ),
  mutant(
    swap(EXECUTE, "isNotExecuted(thrown) || (how.twoPhase", "thrown instanceof Error || (how.twoPhase"),
    "an ambiguous error is taken as proof that nothing happened",
    inRecord("a failure > in two phases is proof before begin was granted, and doubt after"),
  ),
  mutant(
    swap(EXECUTE, "how.twoPhase && attempt?.begun() !== true", "how.twoPhase"),
    "an error after the point of no return is taken as proof that nothing happened",
    inRecord("a failure > in two phases is proof before begin was granted, and doubt after"),
  ),
  mutant(
    swap(RECORD, "if (proven) await", "await"),
    "an ambiguous error that comes late takes a doubt away",
    inLateReport("a late definite failure > that is no proof changes nothing"),
  ),
  mutant(
    swap(RECORD, "if (proven) await", "if (!proven) await"),
    "a proof that comes late is dropped",
    inLateReport("a late definite failure > takes its own doubt away, once, and asks for a new look"),
  ),
  mutant(
    swap(RECORD, 'if (answer?.status === "succeeded")', 'if (answer?.status === "landed")'),
    "a caller is told of a failure though the action has succeeded",
    inLateReport(
      "a late success > during a newer attempt that may have started > gives the row its result when that one definitely failed, and the suspicion goes",
    ),
  ),
  mutant(
    swap(EXECUTE, "if (!how.twoPhase) await refuseVetoed", "if (how.twoPhase) await refuseVetoed"),
    "an effect in one phase is never asked whether its reason still stands",
    inAttempt("a veto > stops an effect whose reason is gone, as proof that nothing happened"),
  ),
  mutant(
    drop(OPEN, "await refuseVetoed(how, { key: claim.key, attempt: claim.attempt, payload });"),
    "an effect in two phases is never asked whether its reason still stands",
    inAttempt("a veto > is asked in begin(), where there are two phases, and lets pass when it says nothing"),
  ),
  mutant(
    swap(OPEN, "if (sha256(payload) !== payloadHash)", "if (sha256(payload) === payloadHash && payload === null)"),
    "a worker sends bytes that nobody signed",
    [
      "tests/integration/once/work.test.ts",
      "work > refuses to hand over bytes that no longer have the hash of their intent",
    ],
  ),
  mutant(
    drop(OPEN, 'if (timeLeftMs() <= 0) throw lose("its deadline has passed");'),
    "a machine that slept sends what others are deciding about",
    inRecord("time > that ran on while begin was asked for refuses it too: the machine may have slept"),
  ),
  mutant(
    drop(OPEN, 'if (closed) throw lose("its attempt has ended");'),
    "an effect that gave up, and is recorded as never begun, sends after all",
    inAttempt(
      "an effect that gives up while begin() is still under way > is proof that nothing happened, because that begin is not granted any more",
    ),
  ),
  mutant(
    swap(OPEN, "if (!(await beginEffect(db, claim))) throw", "if (!(await beginEffect(db, claim)) && begun) throw"),
    "an effect goes on although its point of no return was refused",
    inLateReport(
      "a late success > settles an action whose newer attempt has not begun, and refuses that attempt's begin",
    ),
  ),
  mutant(
    swap(OPEN, 'if (answer === "lost") throw lose', 'if (answer === "lost") void lose'),
    "a worker is not told that its claim was lost",
    inAttempt("heartbeats > notice by themselves that the claim was lost, and abort the signal"),
  ),
  mutant(
    swap(DESCRIBE, "{ permanent: thrown.permanent }", "{ permanent: false }"),
    "what a server refused for good is tried again and again",
    inAttempt("a veto > stops an effect whose reason is gone, as proof that nothing happened"),
  ),
  mutant(
    swap(SMTP, 'isBefore(phase, "data_sent")', 'isBefore(phase, "replied")'),
    "a connection lost after the body is taken as proof, and the mail sent again",
    inSmtp("the same error, judged by how far the attempt got > body_sent: doubt"),
  ),
  mutant(
    swap(SMTP, "responseCode >= 400 && responseCode < 600", "responseCode < 600"),
    "a positive reply is taken as a refusal",
    inSmtp("without a phase > a positive reply in an error is doubt"),
  ),
  mutant(
    swap(SMTP, 'command === "DATA") return false', 'command === "QUIT") return false'),
    "a server that delivers and closes is sent the mail again",
    inSmtp("without a phase > 421 at the dot is doubt"),
  ),
  mutant(
    swap(HTTP, "if (!refusals.includes(status)) return", "if (status < 400) return"),
    "an answer that proves nothing, like 502, is taken as a refusal",
    inHttp("errors of any client > a status counts more than what is said of the connection"),
  ),
  mutant(
    swap(HTTP, "const NEVER_PROOF = [408, 409, 425]", "const NEVER_PROOF = [408, 425]"),
    "a conflict with a delivery under way is taken as a refusal",
    inHttp("errors of any client > what is never proof cannot be made one"),
  ),
];
