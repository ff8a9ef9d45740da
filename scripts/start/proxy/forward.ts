/** Forwards one request to the runtime and its answer to the client, streaming both ways. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { CODINGS_HEADER } from '#worker/platform/coding.ts';
import { ROUTE_HEADER } from '../watch/request-watch.ts';
import { hasBody, type RequestBody } from './body/request-body.ts';
import { type Compressor, codingOf, codingsFor, compressedFields, makeCompressor } from './compress.ts';
import { endToEnd } from './headers.ts';
import { breaksOff, type Refusals } from './refuse.ts';
import type { Upstream, UpstreamCall } from './upstream.ts';

/** Largest body that is sent without 100 Continue; well below a socket's buffer. */
const FREE_BODY_BYTES = 64 * 1024;

/**
 * How a body is sent. `asked`: after the runtime's 100 Continue, so that a refused upload costs nothing and its response is not
 * lost in a closed connection. `free`: at once, because it fits a socket's buffer.
 */
function bodyOf(request: IncomingMessage): 'none' | 'asked' | 'free' {
  if (!hasBody(request)) return 'none';
  const lengthBytes = Number(request.headers['content-length'] ?? 0);
  const isSmall = request.headers['transfer-encoding'] === undefined && lengthBytes <= FREE_BODY_BYTES;
  return isSmall && request.headers.expect === undefined ? 'free' : 'asked';
}

/** One request of a client. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly sent: RequestBody;
  /** Cleaned fields for the runtime. */
  readonly headers: readonly string[];
  /** A field of the answer that is not for this client, lower case. */
  readonly withheld?: string | undefined;
  /** The client itself waits for 100 Continue. */
  readonly expects: boolean;
  readonly refuse: Refusals['refuse'];
  /** Gets the raw fields of the runtime's answer. */
  readonly onFields?: (rawHeaders: readonly string[]) => void;
}

/** @returns cancels the request at the runtime without a response to the client */
export function forward(upstream: Upstream, exchange: Exchange): () => void {
  const { request, response, sent, headers: cleaned, expects, refuse } = exchange;
  const body = bodyOf(request);
  const headers = [...cleaned];
  if (body === 'asked') headers.push('expect', '100-continue');
  const codings = codingsFor(request);
  if (codings.length > 0) headers.push(CODINGS_HEADER, codings.join(' '));
  const message = { method: request.method ?? 'GET', path: request.url ?? '/', headers };
  let giveUp = (): void => undefined;
  const attempt = (mayRetry: boolean): void => {
    let stopBody: (() => void) | undefined;
    let call: UpstreamCall | undefined;
    let compressor: Compressor | undefined;
    const startBody = (): void => {
      if (call !== undefined && stopBody === undefined) stopBody = sent.send(call);
    };
    const endBody = (): void => {
      if (stopBody !== undefined) stopBody();
      else sent.drain();
    };
    const abort = (): void => {
      call?.destroy();
      endBody();
    };
    call = upstream.start(message, request.headers['transfer-encoding'] !== undefined, {
      onContinue() {
        if (expects) response.writeContinue();
        startBody();
      },
      onHead(head) {
        exchange.onFields?.(head.rawHeaders);
        if (breaksOff(request, head.status)) {
          response.destroy();
          return;
        }
        // A runtime that refuses reads no more: a write into its closed connection would lose the refusal.
        if (head.status >= 400) endBody();
        const answer = endToEnd(head.rawHeaders, (name) => name === ROUTE_HEADER || name === exchange.withheld);
        // The client has not sent its body and need not: only a new connection keeps both sides in step.
        if (expects && stopBody === undefined) answer.push('connection', 'close');
        const coding = codingOf(codings, head.status, head.rawHeaders);
        if (coding) compressor = makeCompressor(response, coding);
        response.writeHead(head.status, head.reason, coding ? compressedFields(answer, coding) : answer);
      },
      onPiece(piece, next) {
        if (compressor) compressor.write(piece, next);
        else response.write(piece, () => next());
      },
      onEnd(done) {
        endBody();
        const leave = (): void => {
          response.off('close', abort);
          done();
        };
        if (compressor) compressor.end(leave);
        else response.end(leave);
      },
      onError(untouched) {
        response.off('close', abort);
        if (mayRetry && untouched && body === 'none' && !response.destroyed && upstream.target !== undefined) {
          attempt(false);
          return;
        }
        endBody();
        refuse(response, 503);
      },
    });
    response.once('close', abort);
    giveUp = () => {
      response.off('close', abort);
      abort();
    };
    if (body === 'none') call.finish();
    else if (body === 'free') startBody();
  };
  attempt(true);
  return () => giveUp();
}
