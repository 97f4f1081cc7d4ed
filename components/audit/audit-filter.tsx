import { VIAS } from "#lib/audit/contract.ts";
import classes from "./audit-log.module.css";

const FIELDS = [
  { name: "who", label: "Who (id)" },
  { name: "what", label: "What" },
  { name: "on", label: "On (id)" },
  { name: "since", label: "Since (UTC)" },
  { name: "until", label: "Until (UTC)" },
  { name: "text", label: "Id begins with" },
] as const;

type AuditFilterProps = { asked: Readonly<Record<string, string>>; canExport: boolean };

/** A plain form: the address is the view, and the browser makes it. */
export function AuditFilter({ asked, canExport }: AuditFilterProps) {
  return (
    <form action="/audit" className={classes.filter} method="get">
      {FIELDS.map(({ name, label }) => (
        <label className={classes.field} key={name}>
          {label}
          <input className={classes.input} defaultValue={asked[name] ?? ""} key={asked[name]} name={name} type="text" />
        </label>
      ))}
      <label className={classes.field}>
        Via
        <select className={classes.input} defaultValue={asked["via"] ?? ""} key={asked["via"]} name="via">
          <option value="">any</option>
          {VIAS.map((via) => (
            <option key={via}>{via}</option>
          ))}
        </select>
      </label>
      <div className={classes.buttons}>
        <button className={classes.button} type="submit">
          Filter
        </button>
        {/* Plain links: these leave the desk with a file. */}
        {Object.keys(asked).length > 0 && <a href="/audit">Clear</a>}
        {canExport && <ExportLinks asked={asked} />}
      </div>
    </form>
  );
}

function ExportLinks({ asked }: { asked: Readonly<Record<string, string>> }) {
  return (["csv", "jsonl"] as const).map((format) => (
    <a download href={`/api/audit/export?${new URLSearchParams({ ...asked, format })}`} key={format}>
      Export {format === "csv" ? "CSV" : "JSON lines"}
    </a>
  ));
}
