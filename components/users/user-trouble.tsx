import { IconX } from "@tabler/icons-react";
import { ApiProblem } from "#lib/client/api.ts";
import { Notice, NoticeFoot } from "../reviews/notices/notice.tsx";
import { RequestId } from "../reviews/notices/request-id.tsx";

/** The answer was no, or there was none: then the list says what became of it. */
export function UserTrouble({ error }: { error: Error | null }) {
  if (error === null) return null;
  const problem = error instanceof ApiProblem ? error.problem : null;
  return (
    <Notice catchesFocus icon={<IconX />} title={problem?.title ?? "No answer came"}>
      {problem?.detail ?? "It is not known whether it was recorded. The list shows what is there now."}
      {problem && (
        <NoticeFoot>
          <RequestId id={problem.requestId} />
        </NoticeFoot>
      )}
    </Notice>
  );
}
