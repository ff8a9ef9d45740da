import { expect, it } from 'vitest';
import { makeGatewayTexter } from './gateway-texter.ts';

const SETTINGS = { url: 'https://sms.example/v1/messages', token: 't0ken', from: '', demo: false };
const MESSAGE = { id: 'i1', to: '+14155550123', text: '123456 is your code', sentMs: 0 };

/** A gateway with this answer, and the requests it received. */
function makeGateway(answer: (request: Request) => Response | Promise<Response>) {
  const taken: { url: string; init: RequestInit }[] = [];
  const call: typeof fetch = async (input, init = {}) => {
    taken.push({ url: String(input), init });
    return answer(new Request(String(input), init));
  };
  return { taken, call };
}

const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'sent',
    (error: Error) => error.message || error.name,
  );

it('the gateway gets recipient, text and event id, with the token and an idempotency key', async () => {
  const { taken, call } = makeGateway(() => new Response(null, { status: 202 }));
  await makeGatewayTexter({ ...SETTINGS, from: 'Magpie' }, 50, call).send(MESSAGE);
  const [sent] = taken;
  expect(sent?.url).toBe(SETTINGS.url);
  expect(JSON.parse(String(sent?.init.body))).toEqual({
    id: 'i1',
    to: '+14155550123',
    text: '123456 is your code',
    from: 'Magpie',
  });
  expect(new Headers(sent?.init.headers).get('authorization')).toBe('Bearer t0ken');
  expect(new Headers(sent?.init.headers).get('idempotency-key')).toBe('i1');
  expect(sent?.init.redirect).toBe('manual');
});

it.each([301, 400, 401, 429, 500])('the gateway has not accepted a message when it answers %i', async (status) => {
  const { call } = makeGateway(() => new Response('no', { status }));
  expect(await outcome(makeGatewayTexter(SETTINGS, 50, call).send(MESSAGE))).toContain(String(status));
});

it('the gateway is given up after a time limit', async () => {
  const { call } = makeGateway(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  );
  expect(await outcome(makeGatewayTexter(SETTINGS, 5, call).send(MESSAGE))).not.toBe('sent');
});

it.each([
  [{ url: 'http://sms.example/' }],
  [{ url: 'http://127.0.0.1:8000/' }],
  [{ url: '' }],
  [{ url: 'ftp://sms.example/' }],
  [{ token: '' }],
  [{ token: 'a b' }],
])('the gateway is refused with %j', (more) => {
  expect(() => makeGatewayTexter({ ...SETTINGS, ...more })).toThrow(/SMS_/);
});

it('the gateway may be on this machine in demo mode alone', () => {
  expect(() => makeGatewayTexter({ ...SETTINGS, url: 'http://127.0.0.1:8000/', demo: true })).not.toThrow();
  expect(() => makeGatewayTexter({ ...SETTINGS, url: 'http://sms.example/', demo: true })).toThrow('SMS_URL');
});
