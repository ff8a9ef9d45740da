/**
 * A double of Stripe for tests: answers the library's fetch client as the API reference says (keys, form bodies, idempotency,
 * errors, pages), and signs webhooks as the documentation describes. It keeps what it was asked, and can lose calls and answers.
 * @source docs.stripe.com/api (authentication, errors, idempotent requests, pagination), docs.stripe.com/webhooks (signatures)
 */
import { SECOND_MS } from '#shared/units.ts';
import type { Clock } from '#worker/platform/clock.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { makeBooks } from './books.ts';
import { type Answer, answerCall, refusal } from './calls.ts';
import { readForm } from './form.ts';

/** `lost-call`: it never arrives. `lost-answer`: it is done, its answer never arrives. `down`: refused with 503. */
export type Fault = 'lost-call' | 'lost-answer' | 'down';

export interface StripeDoubleSettings {
  readonly origin: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
}

async function hmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign']);
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text))));
}

export function makeStripeDouble({ origin, secretKey, webhookSecret, clock }: StripeDoubleSettings) {
  const books = makeBooks(clock);
  const faults: Fault[] = [];
  /** `POST /v1/refunds`, one for each call that arrived. */
  const calls: string[] = [];
  const firstAnswers = new Map<string, { readonly asked: string; readonly answer: Answer }>();

  function answerOf(request: Request, path: string, text: string): Answer {
    if (request.headers.get('authorization') !== `Bearer ${secretKey}`)
      return refusal(401, 'invalid_request_error', 'Invalid API Key provided');
    const key = request.headers.get('idempotency-key');
    const asked = `${request.method} ${path} ${text}`;
    const first = key === null ? undefined : firstAnswers.get(key);
    if (first && first.asked !== asked)
      return refusal(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters',
      );
    if (first) return first.answer;
    const answer = answerCall(books, request.method, path, readForm(text));
    // The reference: a refusal of the parameters is not kept, since nothing was begun.
    if (key !== null && answer.status < 400) firstAnswers.set(key, { asked, answer });
    return answer;
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.origin !== origin || !url.pathname.startsWith('/v1/')) throw new TypeError(`not ours: ${request.url}`);
    const fault = faults.shift();
    if (fault === 'lost-call') throw new TypeError('fetch failed');
    calls.push(`${request.method} ${url.pathname}`);
    if (fault === 'down') return Response.json({ error: { type: 'api_error', message: 'Try again' } }, { status: 503 });
    const text = request.method === 'GET' ? url.search : new TextDecoder().decode(await request.arrayBuffer());
    const { status, body } = answerOf(request, url.pathname.slice('/v1/'.length), text);
    if (fault === 'lost-answer') throw new TypeError('fetch failed');
    return Response.json(body, { status, headers: { 'request-id': `req_${newHexId()}` } });
  }

  return {
    ...books,
    faults,
    calls,
    fetch: ((input, init) => answer(new Request(input, init))) as typeof fetch,
    /** The body of a webhook. The same id is a repeated delivery. */
    event: (type: string, object: object, id = `evt_${newHexId()}`): string =>
      JSON.stringify({
        id,
        object: 'event',
        type,
        created: books.now(),
        api_version: '2026-10-28',
        livemode: false,
        data: { object },
      }),
    /** Headers of a webhook. @param secret  of another endpoint: a foreign one */
    sign: async (body: string, atMs = clock.nowMs(), secret = webhookSecret): Promise<Headers> => {
      const seconds = Math.floor(atMs / SECOND_MS);
      const signature = await hmac(secret, `${seconds}.${body}`);
      return new Headers({ 'stripe-signature': `t=${seconds},v1=${signature},v0=${signature}` });
    },
  };
}

export type StripeDouble = ReturnType<typeof makeStripeDouble>;
