import { auditExportSchema } from "#lib/audit/contract.ts";
import { writeEvents } from "#lib/audit/index.ts";
import { disconnect } from "#lib/db/index.ts";
import { type Command, readOptions, requireDatabase, UsageError } from "../command.ts";

const text = { type: "string" } as const;

export const command: Command = {
  about: "print the audit, the newest first, as CSV or as one JSON object a line",
  help: `
  --format csv|jsonl
  --who <id> --what <action> --on <id> --via screen|api|link|machine --since <time> --until <time>
  --text <beginning of an id>`,
  run: async (args, say) => {
    const filters = { who: text, what: text, on: text, via: text, since: text, until: text, text };
    const read = auditExportSchema.safeParse(readOptions(args, { format: text, ...filters }));
    if (!read.success) {
      const [issue] = read.error.issues;
      throw new UsageError(`--${issue?.path.join(".")}: ${issue?.message}.`);
    }
    requireDatabase();
    const { format, ...filter } = read.data;
    try {
      for await (const lines of writeEvents(filter, format, new Date()))
        if (lines !== "") say(lines.replace(/\r?\n$/, ""));
      return 0;
    } finally {
      await disconnect();
    }
  },
};
