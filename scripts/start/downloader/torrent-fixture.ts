/** Makes .torrent files, honest ones and others, and a tracker that names fixed peers. */
import { createHash } from 'node:crypto';
import http from 'node:http';
import { listenOnLoopback } from '#scripts/start/process/loopback.ts';
import { type ToBencode, writeBencode } from '#shared/drive/torrent/bencode.ts';

const PIECE_BYTES = 2 ** 15;

export interface PackedFile {
  readonly path: readonly string[];
  readonly bytes: Buffer;
}

export interface MadeTorrent {
  readonly torrent: Uint8Array<ArrayBuffer>;
  readonly infoHash: string;
}

/** @param more  fields of the outermost dictionary */
export function makeTorrent(
  name: string,
  files: readonly PackedFile[],
  tracker: string,
  more: Readonly<Record<string, ToBencode>> = {},
): MadeTorrent {
  const whole = Buffer.concat(files.map(({ bytes }) => bytes));
  const pieces: Buffer[] = [];
  for (let at = 0; at < whole.length; at += PIECE_BYTES)
    pieces.push(
      createHash('sha1')
        .update(whole.subarray(at, at + PIECE_BYTES))
        .digest(),
    );
  const info = {
    name,
    'piece length': PIECE_BYTES,
    pieces: new Uint8Array(Buffer.concat(pieces)),
    files: files.map(({ path, bytes }) => ({ length: bytes.length, path: [...path] })),
  };
  const infoHash = createHash('sha1').update(writeBencode(info)).digest('hex');
  return { torrent: writeBencode({ announce: tracker, info, ...more }), infoHash };
}

/** A tracker on loopback that answers every announcement with these peers. */
export async function startTracker(peers: readonly (readonly [address: string, port: number])[]) {
  const compact = peers.flatMap(([address, port]) => [...address.split('.').map(Number), port >> 8, port & 255]);
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end(writeBencode({ interval: 60, peers: Uint8Array.from(compact) }));
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    address: `http://127.0.0.1:${port}/announce`,
    asked,
    stop(): void {
      server.closeAllConnections();
      server.close();
    },
  };
}
