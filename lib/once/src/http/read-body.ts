/** What a response said: its value, or why it is not known. */
export interface ReadBody {
  value: unknown;
  omitted: string | null;
}

/**
 * Reads a response, up to a limit. Never throws: the answer's status is what counts, and a body that breaks off
 * takes nothing from it.
 */
export async function readBody(response: Response, limitBytes: number): Promise<ReadBody> {
  let bytes: Uint8Array;
  try {
    bytes = await readUpTo(response, limitBytes);
  } catch (error) {
    return { value: null, omitted: `not read: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (bytes.byteLength > limitBytes) return { value: null, omitted: `larger than ${limitBytes} bytes` };
  return decode(bytes, response.headers.get("content-type") ?? "");
}

/** At most one chunk more than the limit; what is left is not waited for. */
async function readUpTo(response: Response, limitBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  if (response.body !== null) {
    for await (const chunk of response.body) {
      chunks.push(chunk);
      length += chunk.byteLength;
      if (length > limitBytes) break;
    }
  }
  return Buffer.concat(chunks);
}

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\b/i;

function decode(bytes: Uint8Array, contentType: string): ReadBody {
  if (bytes.byteLength === 0) return { value: null, omitted: null };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON_TYPE.test(contentType) ? JSON.parse(text) : text;
    return { value, omitted: null };
  } catch (error) {
    return { value: null, omitted: `not ${contentType || "text"}: ${error instanceof Error ? error.message : ""}` };
  }
}
