import { CopyValue } from "../../actions/copy-value.tsx";

/** Finds the request in the server's log. */
export function RequestId({ id }: { id: string }) {
  return (
    <span>
      Request id <CopyValue value={id} what="request id" />
    </span>
  );
}
