/** The `DOWNLOADER` binding: calls of the Worker (worker/platform/downloader/service.ts) carried out by a downloader. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_TORRENT_BYTES, TorrentError } from '#shared/drive/torrent/torrent.ts';
import { KIB, MIB } from '#shared/units.ts';
import { DOWNLOAD_ID, type Downloader, DownloaderError } from '#worker/platform/downloader/port.ts';
import { reportFailure } from '../proxy/boundary.ts';

const MAX_READ_BYTES = 64 * MIB;
/** A .torrent file after the numbers of all its files. */
const MAX_BODY_BYTES = MAX_TORRENT_BYTES + 128 * KIB;
const LINE_END = 10;

async function readBody(request: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > MAX_BODY_BYTES) throw new RangeError('the body is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

function countIn(query: URLSearchParams, name: string, max = Number.MAX_SAFE_INTEGER): number {
  const value = Number(query.get(name));
  if (!/^\d{1,16}$/.test(query.get(name) ?? '') || value > max) throw new RangeError(name);
  return value;
}

type Answer = object | Uint8Array | null;

async function carryOut(
  downloader: Downloader,
  name: string,
  query: URLSearchParams,
  body: Buffer<ArrayBuffer>,
): Promise<Answer> {
  const id = query.get('id') ?? '';
  if (!DOWNLOAD_ID.test(id)) throw new RangeError('id');
  switch (name) {
    case 'add':
      return downloader.add(id, body.toString());
    case 'files':
      return downloader.files(id);
    case 'choose': {
      const end = body.indexOf(LINE_END);
      const files = body.toString('latin1', 0, Math.max(0, end)).split('.').map(Number);
      if (!files.every((one) => Number.isSafeInteger(one) && one > 0)) throw new RangeError('files');
      return downloader.choose({
        id,
        torrent: new Uint8Array(body.subarray(end + 1)),
        files,
        sizeBytes: countIn(query, 'size'),
      });
    }
    case 'status':
      return downloader.status(id);
    case 'read':
      return downloader.read(
        id,
        countIn(query, 'file'),
        countIn(query, 'start'),
        countIn(query, 'length', MAX_READ_BYTES),
      );
    case 'pause':
    case 'remove':
    case 'finish':
      await downloader[name](id);
      return {};
    default:
      return null;
  }
}

/** Answers of the binding; one that fails has no reason in it. */
export function makeDownloaderService(downloader: Downloader) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const url = new URL(request.url ?? '/', 'http://downloader');
      const body = await readBody(request);
      const answer = await carryOut(downloader, url.pathname.slice(1), url.searchParams, body);
      if (answer === null) response.writeHead(404).end();
      else if (answer instanceof Uint8Array) response.writeHead(200, { 'content-length': answer.length }).end(answer);
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    } catch (error) {
      const isGiven = error instanceof RangeError || error instanceof TorrentError;
      if (!isGiven && !(error instanceof DownloaderError)) reportFailure('the downloader', error);
      if (response.headersSent) response.destroy();
      else response.writeHead(isGiven ? 400 : 503).end();
    }
  };
}
