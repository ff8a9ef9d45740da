/** Sends bytes of files to the server, with progress as the socket takes them. */
import http from 'node:http';
import https from 'node:https';
import { endpointPath } from '#client/api/endpoint-path.ts';
import { ApiError, unreachable } from '#client/api/errors.ts';
import type { PartRequest, Send, SendRequest, WholeRequest } from '#client/transfer/upload/send-part.ts';
import { browserContract } from '#shared/drive/browser/browser.contract.ts';
import type { FileObject } from '#shared/drive/model.ts';
import type { ReceivedError } from '#shared/error-message.ts';
import { KIB, MIB, wireTime } from '#shared/units.ts';
import type { Drive } from '../session/drive.ts';

/** Without progress or answer for so long, the connection counts as lost: a part of 8 MiB takes 70 s at 1 Mbit/s. */
const SILENCE_MS = 90_000;
const PIECE_BYTES = 256 * KIB;
/** Answers are small: a longer one is none of ours. */
const ANSWER_BYTES = MIB;
const SOCKETS = 16;

interface ByteCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Body = ReceivedError & { readonly file?: FileObject | null; readonly skipped?: boolean };

function bodyOf(text: string): Body | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Body) : null;
  } catch {
    // The page of a proxy, not an answer of the API.
    return null;
  }
}

function writeAll(request: http.ClientRequest, bytes: Uint8Array, onSent: (bytes: number) => void): void {
  let at = 0;
  const next = (): void => {
    if (request.destroyed) return;
    if (at >= bytes.length) {
      request.end();
      return;
    }
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    at += piece.length;
    const sent = at;
    request.write(piece, (error) => {
      if (error) return;
      onSent(sent);
      next();
    });
  };
  next();
}

/** @returns the body of the answer. @throws ApiError; the reason of the signal */
export type SendBytes = (call: ByteCall, request: SendRequest) => Promise<Body>;

export function makeSendBytes(drive: Pick<Drive, 'headers'>): SendBytes {
  const options = { keepAlive: true, maxSockets: SOCKETS };
  const agents = { 'http:': new http.Agent(options), 'https:': new https.Agent(options) };
  return async ({ method, path, headers }, { origin, bytes, onSent, signal }) => {
    signal.throwIfAborted();
    const body = new Uint8Array(await bytes.arrayBuffer());
    const url = new URL(path, origin);
    const isPlain = url.protocol === 'http:';
    return new Promise((resolve, reject) => {
      const fail = (cause: unknown) => reject(signal.aborted ? signal.reason : unreachable(url.pathname, cause));
      const request = (isPlain ? http : https).request(url, {
        method,
        agent: isPlain ? agents['http:'] : agents['https:'],
        signal,
        headers: {
          ...drive.headers,
          'accept-language': 'en-US',
          'content-type': 'application/octet-stream',
          'content-length': body.length,
          ...headers,
        },
      });
      request.setTimeout(SILENCE_MS, () => request.destroy(new Error('no progress')));
      request.on('error', fail);
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          text += piece;
          if (text.length > ANSWER_BYTES) response.destroy(new Error('the answer is too long'));
        });
        response.on('error', fail);
        response.on('end', () => {
          const received = bodyOf(text);
          if ((response.statusCode ?? 500) < 400 && received && typeof received.error !== 'string') resolve(received);
          else reject(new ApiError(received ?? { error: 'internal' }, url.pathname));
        });
      });
      writeAll(request, body, onSent);
    });
  };
}

export function makeSendPart(send: SendBytes): Send<PartRequest> {
  const { method } = browserContract.uploadPart;
  return async (request) => {
    const path = endpointPath(browserContract.uploadPart, { id: request.uploadId, part: request.part });
    await send({ method, path, headers: { 'x-upload-token': request.token } }, request);
  };
}

/** @param onStored  called with what the server has stored */
export function makeSendWhole(
  drive: Pick<Drive, 'api'>,
  send: SendBytes,
  onStored: (file: FileObject | null) => void,
): Send<WholeRequest> {
  return async (request) => {
    const { parentId, name, modifiedMs, takenTime, conflict, key } = request;
    const query = new URLSearchParams({ parent_id: parentId, name, user_modified_time: wireTime(modifiedMs) });
    if (takenTime) query.set('taken', takenTime);
    if (conflict) query.set('conflict', conflict);
    const headers = { authorization: `Bearer ${await drive.api.bearer()}`, 'idempotency-key': key };
    const { method, path } = browserContract.put;
    const { file = null } = await send({ method, path: `${path}?${query}`, headers }, request);
    onStored(file);
  };
}
