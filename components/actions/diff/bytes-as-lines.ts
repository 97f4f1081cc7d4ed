/**
 * The stored bytes with a line break after every member, to be compared by line: nothing is left out, nothing reordered,
 * and a string's own breaks, written as `\n`, become real ones after the two characters that write them.
 */
export function bytesAsLines(text: string): string {
  let lines = "";
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index] ?? "";
    lines += char;
    if (inString && char === "\\") {
      index += 1;
      lines += text[index] ?? "";
      if (text[index] === "n") lines += "\n";
    } else if (char === '"') {
      inString = !inString;
    } else if (!inString && (char === "," || char === "{" || char === "[")) {
      lines += "\n";
    }
  }
  return lines;
}
