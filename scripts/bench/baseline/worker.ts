/**
 * Baselines of the bench: what the same runtime does with nothing of the product in the way. A constant page, and the
 * store bare behind a Worker. Imports nothing: its types are stripped and the text is the whole Worker.
 */

interface BaselineEnv {
  readonly DATA: { readonly pages: Readonly<Record<string, string>> };
  readonly BLOBS_DISK: Fetcher;
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

/** The baseline Worker; `serve.ts` adds the default export that the runtime demands. */
export const baseline = {
  async fetch(request: Request, { DATA, BLOBS_DISK }: BaselineEnv): Promise<Response> {
    const [, route = '', argument = ''] = new URL(request.url).pathname.split('/');
    switch (`${request.method} ${route}`) {
      case 'GET constant':
        return new Response(DATA.pages[argument], { headers: { 'content-type': 'text/html; charset=utf-8' } });
      case 'PUT store':
        return store(BLOBS_DISK, argument, request.body);
      case 'GET store':
        return read(BLOBS_DISK, argument);
      default:
        return new Response('', { status: 404 });
    }
  },
};
