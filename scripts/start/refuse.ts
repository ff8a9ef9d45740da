/** Answers of the proxy itself: a short error in the shape of the product's own, or a bare status line. */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** Status to name and number of the error catalogue. */
const ERRORS = {
  400: ['invalid_argument', 3],
  404: ['not_found', 5],
  405: ['invalid_argument', 3],
  408: ['deadline_exceeded', 4],
  431: ['invalid_argument', 3],
  503: ['unavailable', 14],
} as const;

export type RefusalStatus = keyof typeof ERRORS;

/** 2 s: a restart of the runtime takes about as long, and a burst of requests is over by then. */
const RETRY_AFTER_SECONDS = 2;

/** Answers with an error, or breaks the connection when an answer has begun: a silent end would look like a whole file. */
export function refuse(response: ServerResponse, status: RefusalStatus): void {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const [error, code] = ERRORS[status];
  const body = JSON.stringify({ error, error_code: code, error_description: STATUS_CODES[status] });
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    ...(status === 503 ? { 'Retry-After': String(RETRY_AFTER_SECONDS) } : {}),
    ...(status === 408 || status === 431 ? { Connection: 'close' } : {}),
  });
  response.end(body);
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
