/**
 * Driver over an HTTP gateway that the operator names. What it is sent, for whoever puts an adapter before a provider:
 *
 *     POST <SMS_URL>
 *     Authorization: Bearer <SMS_TOKEN>          Idempotency-Key: <id>          Content-Type: application/json
 *     {"id": "<id>", "to": "+14155550123", "text": "...", "from": "<SMS_FROM, when there is one>"}
 *
 * Any 2xx means that the gateway took the message and answers for it; the same id twice is one message. Everything else,
 * a redirect too, means that it did not, and the message is tried again until its code is over.
 */
import { SEND_TIMEOUT_MS } from '../keys.ts';
import type { Texter } from './texter.ts';

export interface GatewaySettings {
  readonly url: string;
  readonly token: string;
  /** Sender that the gateway shows; '' leaves it to the gateway. */
  readonly from: string;
  /** Demo mode may call http on this machine. */
  readonly demo: boolean;
}

/** @throws Error when the address is none that a token may be sent to */
function readUrl({ url, demo }: GatewaySettings): string {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isLoopback = parsed !== null && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(parsed.hostname);
  if (parsed?.protocol !== 'https:' && !(demo && isLoopback && parsed?.protocol === 'http:'))
    throw new Error('SMS_URL must be an https address');
  return parsed.href;
}

/**
 * @param timeoutMs  longest wait for the gateway's answer
 * @throws Error when a setting is missing or unsafe
 */
export function makeGatewayTexter(
  settings: GatewaySettings,
  timeoutMs: number = SEND_TIMEOUT_MS,
  call: typeof fetch = (input, init) => fetch(input, init),
): Texter {
  const url = readUrl(settings);
  const { token, from } = settings;
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Error('SMS_TOKEN is missing');
  return {
    async send({ id, to, text }) {
      const answer = await call(url, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json; charset=utf-8',
          'idempotency-key': id,
        },
        body: JSON.stringify({ id, to, text, ...(from === '' ? {} : { from }) }),
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`the text message gateway answered ${answer.status}`);
    },
  };
}
