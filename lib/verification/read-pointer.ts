/** What a JSON pointer (RFC 6901) leads to; undefined where it leads nowhere. */
export function readPointer(document: unknown, pointer: string): unknown {
  let found: unknown = document;
  for (const escaped of pointer.split("/").slice(1)) {
    const name = escaped.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    // A list has more own properties than its items.
    if (Array.isArray(found) && !/^(?:0|[1-9]\d*)$/.test(name)) return undefined;
    found = Reflect.get(found, name);
  }
  return found;
}
