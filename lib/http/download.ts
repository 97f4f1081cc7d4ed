/** A file that is made while it is sent, as fast as it is taken, and no further once nobody takes it. */
export function download(
  text: AsyncGenerator<string, undefined>,
  { name, type }: { name: string; type: string },
): Response {
  const bytes = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await text.next();
      if (next.done === true) controller.close();
      else controller.enqueue(new TextEncoder().encode(next.value));
    },
    async cancel() {
      await text.return(undefined);
    },
  });
  const headers = {
    "content-type": type,
    "content-disposition": `attachment; filename="${name}"`,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(bytes, { headers });
}
