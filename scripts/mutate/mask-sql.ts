const UNREADABLE = "\u00a7";

/** A piece of SQL in a source file; `text` is as long as the piece, so that places in it are places in the file. */
export interface SqlText {
  start: number;
  text: string;
}

/** The template literals of a TypeScript file, one within another's `${}` apart; what is interpolated is masked. */
export function sqlTexts(source: string): SqlText[] {
  const found: SqlText[] = [];
  let at = 0;
  const skipTo = (end: number) => (at = end === -1 ? source.length : end);

  function readCode(closing: "}" | undefined): void {
    while (at < source.length && source[at] !== closing) {
      const here = source[at] ?? "";
      if (source.startsWith("//", at)) skipTo(source.indexOf("\n", at));
      else if (source.startsWith("/*", at)) skipTo(source.indexOf("*/", at) + 2);
      else if (here === "`") readTemplate();
      else if (here === '"' || here === "'") skipString(here);
      else if (here === "{") readBraces();
      else at += 1;
    }
  }

  function readBraces(): void {
    at += 1;
    readCode("}");
    at += 1;
  }

  function skipString(quote: string): void {
    at += 1;
    while (at < source.length && source[at] !== quote) at += source[at] === "\\" ? 2 : 1;
    at += 1;
  }

  function readTemplate(): void {
    at += 1;
    const start = at;
    let text = "";
    while (at < source.length && source[at] !== "`") {
      if (source.startsWith("${", at)) {
        const from = at;
        at += 1;
        readBraces();
        text += UNREADABLE.repeat(at - from);
      } else {
        text += source[at];
        at += 1;
      }
    }
    at += 1;
    found.push({ start, text: maskLiterals(text) });
  }

  readCode(undefined);
  return found;
}

/** Words in comments and quotes are no keywords. */
function maskLiterals(sql: string): string {
  return sql.replaceAll(/--[^\n]*|'[^']*'/g, (literal) => literal.replaceAll(/[\w();]/g, UNREADABLE));
}
