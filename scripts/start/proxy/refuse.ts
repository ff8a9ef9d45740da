/** Answers of the proxy itself: an error of the catalogue as JSON, a short page for a browser, or a bare status line. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorName } from '#shared/errors.ts';
import { asksAboutUpload, isBrokenOff, TUS_ASK_AGAIN } from '#shared/programs/paths.ts';
import { STRICT_TRANSPORT } from '#shared/transport/strict-transport.ts';
import { http } from '../process/node-http.ts';
import { type ErrorSentence, errorSentence } from './error-sentence.ts';

/** Status to the name of the error catalogue. */
const NAMES = {
  400: 'invalid_argument',
  404: 'not_found',
  405: 'invalid_argument',
  408: 'deadline_exceeded',
  413: 'request_too_fragmented',
  429: 'too_many_requests',
  431: 'invalid_argument',
  503: 'unavailable',
} as const satisfies Readonly<Record<number, ErrorName>>;

export type RefusalStatus = keyof typeof NAMES;

/** 2 s: a restart of the runtime takes about as long, and a burst of requests has ended by then. */
const RETRY_AFTER_SECONDS = 2;

/** A second: enough to read an answer that is there, and a pause before the same client connects again. */
const LINGER_MS = 1_000;

/** A page without script, style or address: it must work in any state of the server. 503 reloads by itself. */
function pageOf({ locale, text }: ErrorSentence, status: RefusalStatus): string {
  const again = status === 503 ? `<meta http-equiv="refresh" content="${RETRY_AFTER_SECONDS + 1}">` : '';
  return `<!DOCTYPE html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${again}<title>Magpie</title></head><body><h1>Magpie</h1><p>${text}</p></body></html>`;
}

function jsonOf({ text }: ErrorSentence, status: RefusalStatus): string {
  const name = NAMES[status];
  return JSON.stringify({
    error: name,
    error_code: ERRORS[name].code,
    error_url: '',
    error_description: text,
    details: [],
  });
}

/** Whether this status goes to no client, and its connection is broken instead. */
export function breaksOff({ method = '', url = '', headers }: IncomingMessage, status: number): boolean {
  return isBrokenOff({ method, target: url, depth: headers['depth']?.toString() ?? null }, status);
}

export interface Refusals {
  /**
   * Answers with an error, or breaks the connection: when an answer has begun, because an ended response would look like a complete file, and
   * where a sync client would take the refusal for the end of a folder.
   * @param retryAfterSeconds  for 429 and 503
   */
  refuse(response: ServerResponse, status: RefusalStatus, retryAfterSeconds?: number): void;
  /** Closes a connection that is not read any more, and not at once, so that its client does not connect again at once. */
  closeLater(socket: Socket): void;
  /** Answers on a connection that has no response object, and closes it. */
  refuseSocket(socket: Duplex, status: RefusalStatus): void;
}

/** Statuses after which the rest of a request is not read. */
const CLOSING: ReadonlySet<RefusalStatus> = new Set([408, 413, 431]);

/** @param isHttps  browsers reach this server by https */
export function makeRefusals(isHttps: boolean): Refusals {
  return {
    refuse(response, status, retryAfterSeconds = RETRY_AFTER_SECONDS) {
      const { headers, method = '', url = '' } = response.req;
      if (response.headersSent || response.destroyed || breaksOff(response.req, status)) {
        response.destroy();
        return;
      }
      const sentence = errorSentence(NAMES[status], headers);
      const isPage = (method === 'GET' || method === 'HEAD') && /^text\/html\b/.test(headers.accept ?? '');
      const body = isPage ? pageOf(sentence, status) : jsonOf(sentence, status);
      const isTusAsked = status === 503 && asksAboutUpload(method, url);
      response.writeHead(isTusAsked ? TUS_ASK_AGAIN : status, {
        'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(body),
        'Content-Language': sentence.locale,
        'Content-Security-Policy': "default-src 'none'",
        'X-Content-Type-Options': 'nosniff',
        'Cache-Control': 'no-store',
        ...(isHttps ? { 'Strict-Transport-Security': STRICT_TRANSPORT } : {}),
        ...(status === 503 || status === 429 ? { 'Retry-After': String(retryAfterSeconds) } : {}),
        ...(CLOSING.has(status) ? { Connection: 'close' } : {}),
      });
      if (status !== 413) {
        response.end(method === 'HEAD' ? undefined : body);
        return;
      }
      // A connection that closes while its client sends loses the answer: the client reads it first.
      response.write(body);
      response.socket?.pause();
      setTimeout(() => response.end(), LINGER_MS).unref();
    },
    closeLater(socket) {
      setTimeout(() => socket.destroy(), LINGER_MS).unref();
    },
    refuseSocket(socket, status) {
      if (!socket.writable) {
        socket.destroy();
        return;
      }
      const fields = [
        ...(status === 503 ? [`Retry-After: ${RETRY_AFTER_SECONDS}`] : []),
        ...(isHttps ? [`Strict-Transport-Security: ${STRICT_TRANSPORT}`] : []),
        'Connection: close',
        'Content-Length: 0',
      ];
      const head = [`HTTP/1.1 ${status} ${http.STATUS_CODES[status]}`, ...fields, '', ''].join('\r\n');
      socket.end(head, () => socket.destroy());
    },
  };
}
