/** Shown where somebody asks for them. */
export const OPTIONAL_COLUMNS = [
  { id: "run", header: "Run" },
  { id: "step", header: "Step" },
  { id: "attempts", header: "Attempts" },
  { id: "opened", header: "Opened" },
  { id: "key", header: "Id" },
] as const;

export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]["id"];

export function isOptionalColumn(name: string): name is OptionalColumn {
  return OPTIONAL_COLUMNS.some(({ id }) => id === name);
}
