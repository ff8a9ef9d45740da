/** Answers of the proxy itself: an error of the catalogue as JSON, a short page for a browser, or a bare status line. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorName } from '#shared/errors.ts';
import { type ErrorSentence, errorSentence } from './error-sentence.ts';

/** Status to the name of the error catalogue. */
const NAMES = {
  400: 'invalid_argument',
  404: 'not_found',
  405: 'invalid_argument',
  408: 'deadline_exceeded',
  429: 'too_many_requests',
  431: 'invalid_argument',
  503: 'unavailable',
} as const satisfies Readonly<Record<number, ErrorName>>;

export type RefusalStatus = keyof typeof NAMES;

/** 2 s: a restart of the runtime takes about as long, and a burst of requests has ended by then. */
const RETRY_AFTER_SECONDS = 2;

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

/**
 * Answers with an error, or breaks the connection when an answer has begun: an ended response would look like a complete file.
 * @param retryAfterSeconds  for 429 and 503
 */
export function refuse(
  response: ServerResponse,
  status: RefusalStatus,
  retryAfterSeconds: number = RETRY_AFTER_SECONDS,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const { headers, method } = response.req;
  const sentence = errorSentence(NAMES[status], headers);
  const isPage = (method === 'GET' || method === 'HEAD') && /^text\/html\b/.test(headers.accept ?? '');
  const body = isPage ? pageOf(sentence, status) : jsonOf(sentence, status);
  response.writeHead(status, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Content-Language': sentence.locale,
    'Content-Security-Policy': "default-src 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...(status === 503 || status === 429 ? { 'Retry-After': String(retryAfterSeconds) } : {}),
    ...(status === 408 || status === 431 ? { Connection: 'close' } : {}),
  });
  response.end(method === 'HEAD' ? undefined : body);
}

/** Answers on a connection that has no response object, and closes it. */
export function refuseSocket(socket: Duplex, status: RefusalStatus): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const retry = status === 503 ? `Retry-After: ${RETRY_AFTER_SECONDS}\r\n` : '';
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}
