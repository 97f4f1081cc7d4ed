import { Text } from "@mantine/core";
import { Fields } from "../kinds/fields.tsx";
import classes from "./json-preview.module.css";

const MAX_FIELDS = 50;
const INDENT = 2;

/** For a kind that nobody has described: its fields by name, as text. */
export function JsonPreview({ value }: { value: unknown }) {
  const entries = typeof value === "object" && value !== null ? Object.entries<unknown>({ ...value }) : null;
  if (entries === null) return <Value of={value} />;
  return (
    <>
      <Fields of={entries.slice(0, MAX_FIELDS).map(([label, field]) => ({ label, value: <Value of={field} /> }))} />
      <Text c="dimmed" size="sm">
        {entries.length > MAX_FIELDS && `${entries.length - MAX_FIELDS} more fields stand in the stored bytes. `}
        There is no preview for this kind yet: these are its fields.
      </Text>
    </>
  );
}

function Value({ of: value }: { of: unknown }) {
  if (typeof value === "string") return <span className={classes.text}>{value}</span>;
  return <code className={classes.json}>{JSON.stringify(value, null, INDENT)}</code>;
}
