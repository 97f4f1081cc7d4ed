import { readPolicyDetail } from "#lib/policies/index.ts";
import type { Composing } from "./content.ts";

export const composePolicyWaiting: Composing = async ({ kind }, { actor, channel }) => {
  const { revisions, viewer } = await readPolicyDetail(actor, kind);
  const proposal = revisions.find(({ state }) => state === "proposed");
  if (!proposal || (channel === "mail" && viewer.sign?.allowed !== true)) return null;
  return {
    subject: `A change of the policy for ${kind} waits for a second admin`,
    paragraphs: ["It loosens what is in force, so another admin than the one who proposed it must sign it off."],
    facts: [
      ["Proposed by", proposal.proposedBy.name],
      ["Version", String(proposal.version)],
    ],
    path: `/policies/${encodeURIComponent(kind)}`,
    toldRisk: null,
  };
};
