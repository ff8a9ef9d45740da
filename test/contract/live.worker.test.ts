import { expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { newcomer } from './cases/newcomer.ts';
import { send } from './send.ts';
import { makeFolder, makePeople, ok, type Person } from './world.ts';

const world = await makePeople();

interface Window {
  readonly socket: WebSocket;
  /** The next announced revision. */
  next(): Promise<number>;
  closed: Promise<number>;
}

async function openWindow(token: string): Promise<Window> {
  const headers = { upgrade: 'websocket', 'sec-websocket-protocol': `magpie.v1, bearer.${token}` };
  const answer = await send(driveContract.live, { headers });
  expect([answer.status, answer.headers.get('sec-websocket-protocol')]).toEqual([101, 'magpie.v1']);
  const socket = answer.webSocket;
  if (!socket) throw new Error('no socket');
  const told: number[] = [];
  const waiting: ((revision: number) => void)[] = [];
  socket.addEventListener('message', ({ data }) => {
    if (data === 'pong') return;
    const { kind, revision } = JSON.parse(String(data)) as { kind: string; revision: string };
    if (kind !== 'drive#changed') return;
    const waiter = waiting.shift();
    if (waiter) waiter(Number(revision));
    else told.push(Number(revision));
  });
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)));
  socket.accept();
  const next = () =>
    new Promise<number>((resolve) => {
      const known = told.shift();
      if (known === undefined) waiting.push(resolve);
      else resolve(known);
    });
  return { socket, next, closed };
}

/** A person whose drive does no work of other files. */
const freshPerson = async (): Promise<Person> => ({ ...(await newcomer()), refreshToken: '' });

async function revisionOf(person: Person): Promise<number> {
  return Number((await ok(driveContract.live, { token: person.token })).revision);
}

test('a window receives each change that another one makes, and the revision when it opens', async () => {
  const { bob } = world;
  const alice = await freshPerson();
  const [first, second] = [await openWindow(alice.token), await openWindow(alice.token)];
  const start = await first.next();
  expect([await second.next(), await revisionOf(alice)]).toEqual([start, start]);
  await makeFolder(bob);
  await makeFolder(alice);
  expect([await first.next(), await second.next()]).toEqual([start + 1, start + 1]);
  expect(await revisionOf(alice)).toBe(start + 1);
  first.socket.close(1000);
  second.socket.close(1000);
});

test('every change that can be seen raises the revision, and looking does not', async () => {
  const alice = await freshPerson();
  const id = await makeFolder(alice);
  const token = alice.token;
  const steps = [
    () => ok(driveContract.rename, { token, params: { id }, body: { name: `renamed ${id}` } }),
    () => ok(driveContract.star, { token, body: { ids: [id] } }),
    () => ok(driveContract.batchTrash, { token, body: { ids: [id] } }),
    () => ok(driveContract.batchUntrash, { token, body: { ids: [id] } }),
    () => ok(driveContract.batchDelete, { token, body: { ids: [id] } }),
  ];
  for (const step of steps) {
    const before = await revisionOf(alice);
    await step();
    expect(await revisionOf(alice)).toBeGreaterThan(before);
  }
  const before = await revisionOf(alice);
  await ok(driveContract.list, { token });
  await ok(driveContract.events, { token });
  expect(await revisionOf(alice)).toBe(before);
});

test('a window closes when its session ends', async () => {
  const { bob } = world;
  const window = await openWindow(bob.token);
  await window.next();
  await ok(authContract.revoke, { token: bob.token, body: {} });
  expect(await window.closed).toBe(4401);
});

test.each([
  ['no token', {}],
  ['a forged one', { 'sec-websocket-protocol': 'magpie.v1, bearer.abc.def.ghi' }],
])('with %s no window opens', async (_, headers) => {
  const answer = await send(driveContract.live, { headers: { upgrade: 'websocket', ...headers } });
  expect(answer.status).toBe(401);
});

test('a window that sends 60 messages stays open, and the next one closes it with 1008; pings do not count', async () => {
  const alice = await freshPerson();
  const window = await openWindow(alice.token);
  const start = await window.next();
  for (let sent = 0; sent < 100; sent += 1) window.socket.send('ping');
  for (let sent = 0; sent < 60; sent += 1) window.socket.send('x');
  await makeFolder(alice);
  expect(await window.next()).toBe(start + 1);
  for (let sent = 0; sent < 40; sent += 1) window.socket.send('x');
  expect(await window.closed).toBe(1008);
});
