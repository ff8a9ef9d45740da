/**
 * Driver over an HTTP gateway of the operator. The protocol, for authors of an adapter to a provider:
 *
 *     POST <SMS_URL>
 *     Authorization: Bearer <SMS_TOKEN>          Idempotency-Key: <id>          Content-Type: application/json
 *     {"id": "<id>", "to": "+14155550123", "text": "...", "from": "<SMS_FROM, when there is one>"}
 *
 * Any 2xx means that the gateway has accepted the message; the same id twice is one message. Any other answer, also a redirect,
 * is a refusal, and the message is sent again until its code has expired.
 */
import { SEND_TIMEOUT_MS } from '../keys.ts';
import type { Texter } from './ports.ts';

export interface GatewaySettings {
  readonly url: string;
  readonly token: string;
  /** Sender of the message; '' uses the gateway's own. */
  readonly from: string;
  /** Demo mode may call http on this machine. */
  readonly demo: boolean;
}

/** @throws Error for an address that a token may not be sent to */
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
