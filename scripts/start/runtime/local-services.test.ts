import { afterAll, expect, it } from 'vitest';
import { type LocalAnswer, startLocalServices } from './local-services.ts';
import { SECRET_HEADER, SERVICE_HEADER } from './runtime-config.ts';

const SECRET = 'secret of this start';

const echo: LocalAnswer = async (request) =>
  Response.json({ path: new URL(request.url).pathname, body: await request.json() });
const failing = (): Promise<Response> => Promise.reject(new Error('no hash'));

const running = await startLocalServices(
  {
    answers: {
      MACHINE: echo,
      HASHER: failing,
    },
    streams: { NODE: (_request, response) => void response.writeHead(202).end('streamed') },
  },
  SECRET,
);
afterAll(() => running.stop());

const call = (service: string, secret = SECRET): Promise<Response> =>
  fetch(`http://${running.address}/disk-space`, {
    method: 'POST',
    headers: { [SERVICE_HEADER]: service, [SECRET_HEADER]: secret },
    body: '{"a":1}',
  });

it('a call reaches the service that the runtime names', async () => {
  expect(await (await call('MACHINE')).json()).toEqual({ path: '/disk-space', body: { a: 1 } });
  const streamed = await call('NODE');
  expect([streamed.status, await streamed.text()]).toEqual([202, 'streamed']);
});

it('another program of this machine is refused', async () => {
  expect((await call('MACHINE', 'guessed')).status).toBe(403);
  expect((await call('MACHINE', '')).status).toBe(403);
});

it('a service that fails answers 500 and the next call is answered', async () => {
  expect((await call('HASHER')).status).toBe(500);
  expect((await call('MACHINE')).status).toBe(200);
});

it('a log of a simulator is taken and kept nowhere', async () => {
  expect((await call('')).status).toBe(204);
});
