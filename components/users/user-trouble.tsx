import { Alert, Text } from "@mantine/core";
import { ApiProblem } from "#lib/client/api.ts";

/** The answer was no, or there was none: then the list says what became of it. */
export function UserTrouble({ error }: { error: Error | null }) {
  if (error === null) return null;
  const problem = error instanceof ApiProblem ? error.problem : null;
  return (
    <Alert color="gray" role="alert" title={problem?.title ?? "No answer came"} variant="outline">
      <Text size="sm">
        {problem?.detail ?? "It is not known whether it was recorded. The list shows what is there now."}
      </Text>
      {problem && (
        <Text c="dimmed" size="xs">
          Request id: {problem.requestId}
        </Text>
      )}
    </Alert>
  );
}
