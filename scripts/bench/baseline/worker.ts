/**
 * Baselines of the bench: what the same runtime does with nothing of the product in the way. A constant page; bytes drained,
 * generated, and the store bare behind a Worker. Imports nothing: its types are stripped and the text is the whole Worker.
 */

interface BaselineEnv {
  readonly DATA: { readonly pages: Readonly<Record<string, string>> };
  readonly BLOBS_DISK: Fetcher;
}

const PIECE_BYTES = 256 * 1024;

/** Reads a body to its end in large pieces, the cheapest way a script can. @returns its length */
async function drain(body: ReadableStream<Uint8Array>): Promise<number> {
  const reader = body.getReader({ mode: 'byob' });
  let memory = new ArrayBuffer(PIECE_BYTES);
  for (let sizeBytes = 0; ; ) {
    const { done, value } = await reader.readAtLeast(PIECE_BYTES, new Uint8Array(memory));
    sizeBytes += value?.byteLength ?? 0;
    if (done || !value) return sizeBytes;
    memory = value.buffer as ArrayBuffer;
  }
}

/** So many zeros, written as fast as they are read. */
function generate(sizeBytes: number): ReadableStream<Uint8Array> {
  const { readable, writable } = new FixedLengthStream(sizeBytes);
  const writer = writable.getWriter();
  const piece = new Uint8Array(PIECE_BYTES);
  void (async () => {
    for (let left = sizeBytes; left > 0; left -= PIECE_BYTES) await writer.write(piece.subarray(0, left));
    await writer.close();
  })().catch(() => undefined);
  return readable;
}

async function store(disk: Fetcher, key: string, body: ReadableStream | null): Promise<Response> {
  const answer = await disk.fetch(`http://disk/${key}`, { method: 'PUT', body });
  await answer.body?.cancel();
  return new Response('', { status: answer.ok ? 200 : 500 });
}

async function read(disk: Fetcher, key: string): Promise<Response> {
  const answer = await disk.fetch(`http://disk/${key}`);
  const headers = { 'content-length': answer.headers.get('content-length') ?? '' };
  return new Response(answer.body, { status: answer.status, headers });
}

/** The baseline Worker; `write.ts` adds the default export that the runtime demands. */
export const baseline = {
  async fetch(request: Request, { DATA, BLOBS_DISK }: BaselineEnv): Promise<Response> {
    const [, route = '', argument = ''] = new URL(request.url).pathname.split('/');
    switch (`${request.method} ${route}`) {
      case 'GET constant':
        return new Response(DATA.pages[argument], { headers: { 'content-type': 'text/html; charset=utf-8' } });
      case 'PUT drain':
        return new Response(String(request.body ? await drain(request.body) : 0));
      case 'PUT store':
        return store(BLOBS_DISK, argument, request.body);
      case 'GET store':
        return read(BLOBS_DISK, argument);
      case 'GET generate':
        return new Response(generate(Number(argument)));
      default:
        return new Response('', { status: 404 });
    }
  },
};
