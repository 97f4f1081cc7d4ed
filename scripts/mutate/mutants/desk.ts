import { drop, mutant, type NamedTest, swap } from "../mutant.ts";

const RELEASE = "lib/actions/sql/release-approved.ts";
const TAKE_BACK = "lib/actions/sql/take-back-release.ts";
const DISMISS = "lib/actions/sql/dismiss-action.ts";
const REOPEN = "lib/actions/sql/reopen-dismissed.ts";
const RECORD = "lib/actions/sql/record-as-happened.ts";
const END_REQUEST = "lib/reviews/sql/requests/end-request.ts";
const SIGN_OFF = "lib/reviews/sql/requests/insert-sign-off.ts";

const inTransitions = (name: string): NamedTest => ["tests/integration/actions/transitions.test.ts", name];
const inResend = (name: string): NamedTest => ["tests/integration/reviews/resend.test.ts", name];
const inReviewGuards = (name: string): NamedTest => [
  "tests/integration/reviews/guards.test.ts",
  `the statements themselves, whatever was read before them > ${name}`,
];

/** Of the three that name what was seen: the attempt, the bytes, and that the action was not edited since. */
const SEEN = [
  { file: RELEASE, what: "released" },
  { file: DISMISS, what: "dismissed" },
  { file: RECORD, what: "recorded as happened" },
].flatMap(({ file, what }) => [
  mutant(
    drop(file, " and a.attempt = s.attempt"),
    `another attempt is ${what} than the one that was seen`,
    inTransitions("what was seen > with another attempt changes nothing"),
  ),
  mutant(
    drop(file, 'and a.payload_hash is not distinct from s."payloadHash" '),
    `other bytes are ${what} than were seen`,
    inTransitions("what was seen > with other bytes changes nothing"),
  ),
  mutant(
    drop(file, " and a.replaced_by is null"),
    `an action is ${what} that lives on in another`,
    inTransitions("what was seen > of an edited action changes nothing"),
  ),
]);

/** What people decide. */
export const DESK_MUTANTS = [
  ...SEEN,
  mutant(
    drop(RELEASE, " and a.status in ('failed', 'held')"),
    "an action is released while a worker executes it",
    inTransitions("releaseApproved > meets a row that is in_flight"),
  ),
  mutant(
    swap(RELEASE, 'claimable_at = moment.at + make_interval(secs => s."waitSeconds")', "claimable_at = moment.at"),
    "an approval cannot be taken back",
    inResend("a resend > is asked for by one person, signed by another, and released once"),
  ),
  mutant(
    drop(DISMISS, " and a.status in ('failed', 'held')"),
    "a signed release is dismissed under the worker that will claim it",
    inTransitions("dismissAction > meets a row that is released"),
  ),
  mutant(
    drop(RECORD, " and a.status = 'failed'"),
    "a person's word settles what a worker executes",
    inTransitions("recordAsHappened > meets a row that is in_flight"),
  ),
  mutant(
    drop(REOPEN, " and status = 'dismissed'"),
    "a signed release is undone by a reopening",
    inTransitions("reopenDismissed > meets a row that is released"),
  ),
  mutant(
    drop(REOPEN, " and replaced_by is null"),
    "an action is open again that lives on in another",
    inTransitions("what was seen > of an edited action changes nothing"),
  ),
  mutant(
    drop(TAKE_BACK, " and status = 'released'"),
    "an approval is taken back while a worker executes it",
    inTransitions("what was seen > of a release that a worker has claimed takes nothing back"),
  ),
  mutant(
    drop(TAKE_BACK, " and release_request_id = request_id"),
    "the approval of another request is taken back",
    inTransitions("what was seen > of another request's release takes nothing back"),
  ),
  mutant(
    swap(END_REQUEST, "any(${[...ids]}::uuid[]) and state = 'pending'\n", "any(${[...ids]}::uuid[])\n"),
    "a request is decided twice",
    inReviewGuards("end a request once, and expire it only when it is due"),
  ),
  mutant(
    swap(END_REQUEST, "and state = 'pending' and expires_at <= clock_timestamp()", "and state = 'pending'"),
    "a request expires before its time",
    inReviewGuards("end a request once, and expire it only when it is due"),
  ),
  mutant(
    drop(SIGN_OFF, " and q.expires_at > clock_timestamp()"),
    "a request is signed after its time",
    inReviewGuards("take no signature once the time of a request is over, or it has ended"),
  ),
  mutant(
    drop(SIGN_OFF, " and q.state = 'pending'"),
    "a request is signed that has ended",
    inReviewGuards("take no signature once the time of a request is over, or it has ended"),
  ),
];
