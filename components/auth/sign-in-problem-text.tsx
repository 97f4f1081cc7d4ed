import type { ProviderFault, SignInProblem } from "#lib/auth/contract.ts";
import { Time } from "../ui/time.tsx";

/** One sentence about what happened, one about what helps. */
export function SignInProblemText({ problem, provider }: { problem: SignInProblem; provider: string }) {
  switch (problem.error) {
    case "wrong":
      return "E-mail or password is wrong.";
    case "disabled":
      return "This account is disabled. An admin can enable it again.";
    case "wait":
      return (
        <>
          Too many tries. Next try at <Time at={problem.until} clockOnly />.
        </>
      );
    case "no_role":
      return `You are known to ${provider}, but it gives you no role on this desk. Whoever manages access there can.`;
    case "unverified":
      return `${startOf(provider)} has not verified your e-mail address, so it opens no account here.`;
    case "not_invited":
      return "There is no account for you on this desk. An admin can invite you.";
    case "taken":
      return "The account with your e-mail address belongs to another identity. An admin can find out which.";
    case "provider":
      return `${faultText(problem.code, provider)} Code: ${problem.code}. Request id: ${problem.request}.`;
  }
}

function faultText(code: ProviderFault, provider: string): string {
  switch (code) {
    case "unreachable":
      return `${startOf(provider)} does not answer right now.`;
    case "refused":
      return `${startOf(provider)} did not sign you in.`;
    case "state":
      return "The sign-in took too long, or began in another browser. Begin it again.";
    case "answer":
      return `What ${provider} answered could not be verified.`;
  }
}

function startOf(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
