import { expect, test } from 'vitest';
import { type LiveSocket, makeLive } from './live.ts';

interface Hear {
  message(text: string): void;
  close(code: number): void;
}

function makeWorld() {
  const timers = new Map<number, { ms: number; run: () => void }>();
  let timer = 0;
  const sockets: { hear: Hear; sent: string[] }[] = [];
  let wake: () => void = () => undefined;
  const world = {
    isVisible: true,
    refuses: false,
    revision: '1',
    changes: 0,
    /** Calls, timers and sockets of a fake window. */
    listing: Promise.resolve(),
    asked: 0,
    sockets,
    opened: 0,
    wake: () => wake(),
    tell: (revision: string) => sockets.at(-1)?.hear.message(JSON.stringify({ kind: 'drive#changed', revision })),
    /** Runs the first timer whose delay is between the two. */
    async pass(fromMs: number, toMs: number) {
      const [id, due] = [...timers].find(([, { ms }]) => ms >= fromMs && ms <= toMs) ?? [0, null];
      timers.delete(id);
      due?.run();
      await settled();
      return due !== null;
    },
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  const live = makeLive({
    open: async () => {
      world.opened += 1;
      if (world.refuses) throw new Error('no socket');
      const socket: LiveSocket = {
        send: (text) => void sockets.at(-1)?.sent.push(text),
        close: () => undefined,
        on: (hear) => void sockets.push({ hear, sent: [] }),
      };
      return socket;
    },
    ask: async () => {
      world.asked += 1;
      return world.revision;
    },
    onChange: async () => {
      world.changes += 1;
      await world.listing;
    },
    isVisible: () => world.isVisible,
    onWake: (listener) => {
      wake = listener;
    },
    after: (ms, run) => {
      timer += 1;
      const id = timer;
      timers.set(id, { ms, run });
      return () => void timers.delete(id);
    },
    random: () => 1,
  });
  return { world, live, settled };
}

async function started(change: (world: ReturnType<typeof makeWorld>['world']) => void = () => undefined) {
  const made = makeWorld();
  change(made.world);
  made.live.start();
  await made.settled();
  return made;
}

test('a window refreshes at another revision, and not at the first', async () => {
  const { world } = await started();
  world.tell('5');
  world.tell('5');
  expect(world.changes).toBe(0);
  world.tell('6');
  expect(world.changes).toBe(1);
});

test('a window refreshes after a lost connection', async () => {
  const { world } = await started();
  world.tell('5');
  world.sockets[0]?.hear.close(1006);
  expect(await world.pass(500, 1_000)).toBe(true);
  world.tell('9');
  expect([world.opened, world.changes]).toEqual([2, 1]);
});

test('a window refreshes once more after a running refresh, however many events arrive', async () => {
  const { world, settled } = await started();
  world.tell('1');
  let answer: () => void = () => undefined;
  world.listing = new Promise((resolve) => {
    answer = resolve;
  });
  for (const revision of ['2', '3', '4']) world.tell(revision);
  await settled();
  expect(world.changes).toBe(1);
  answer();
  await settled();
  expect(world.changes).toBe(2);
});

test('a window waits longer after each failure, and polls until then', async () => {
  const { world } = await started((world) => {
    world.refuses = true;
  });
  for (const ms of [1_000, 2_000, 4_000]) expect(await world.pass(ms, ms)).toBe(true);
  expect(await world.pass(30_000, 30_000)).toBe(true);
  world.revision = '2';
  expect(await world.pass(30_000, 30_000)).toBe(true);
  expect([world.asked, world.changes]).toEqual([2, 1]);
});

test('a hidden window does nothing, and reconnects when it becomes visible', async () => {
  const { world, settled } = await started((world) => {
    world.isVisible = false;
  });
  await world.pass(30_000, 30_000);
  expect([world.opened, world.asked]).toEqual([0, 0]);
  world.isVisible = true;
  world.wake();
  await settled();
  expect(world.opened).toBe(1);
});

test('a window whose session has ended stays disconnected until the next sign-in', async () => {
  const { world, live, settled } = await started();
  world.sockets[0]?.hear.close(4401);
  world.wake();
  await settled();
  expect(world.opened).toBe(1);
  expect(await world.pass(500, 1_000)).toBe(false);
  live.rejoin();
  await settled();
  expect(world.opened).toBe(2);
});

test('a window keeps its socket open by pings', async () => {
  const { world } = await started();
  await world.pass(45_000, 45_000);
  await world.pass(45_000, 45_000);
  expect(world.sockets[0]?.sent).toEqual(['ping', 'ping']);
});

test.each(['pong', '', '{"kind":"other"}', 'null', '{"kind":"drive#changed","revision":7}'])(
  'live updates of a window makes nothing of "%s"',
  async (text) => {
    const { world } = await started();
    world.tell('5');
    world.sockets[0]?.hear.message(text);
    expect(world.changes).toBe(0);
  },
);
