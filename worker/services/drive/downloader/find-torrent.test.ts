import { expect, test } from 'vitest';
import { findTorrent } from './find-torrent.ts';

test('a .torrent file that breaks off is a failed fetch, not an error of ours', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(control) {
      control.enqueue(new Uint8Array(9));
    },
    pull(control) {
      control.error(new TypeError('the connection broke off'));
    },
  });
  const call = async (): Promise<Response> => new Response(body);
  const deps = { outgoing: { allowed: new Set(), ports: new Set(), call }, downloader: {}, blobs: {} };
  const source = { kind: 'torrent' as const, url: 'https://files.example/a.torrent', manifest: null };
  await expect(findTorrent(deps as never, 'drive', source)).rejects.toMatchObject({
    name: 'FetchFailed',
    reason: 'incomplete',
  });
});
