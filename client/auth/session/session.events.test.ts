import { afterEach, expect, test, vi } from 'vitest';

/** Channels of one browser: each gets what the others post, at once. */
class Channel {
  static readonly all = new Set<Channel>();
  readonly listeners: ((event: { data: unknown }) => void)[] = [];
  constructor() {
    Channel.all.add(this);
  }
  addEventListener(_: string, listener: (event: { data: unknown }) => void): void {
    this.listeners.push(listener);
  }
  postMessage(data: unknown): void {
    for (const other of Channel.all) if (other !== this) for (const listener of other.listeners) listener({ data });
  }
}

afterEach(() => {
  vi.unstubAllGlobals();
  Channel.all.clear();
});

async function load() {
  vi.stubGlobal('BroadcastChannel', Channel);
  vi.resetModules();
  const { publishSession, subscribeSession } = await import('./session.events.ts');
  const heard: Record<'others' | 'all', unknown[]> = { others: [], all: [] };
  subscribeSession((event) => heard.others.push(event), 'others');
  subscribeSession((event) => heard.all.push(event), 'all');
  return { publishSession, heard };
}

test('an event of another document reaches every subscriber', async () => {
  const { heard } = await load();
  new Channel().postMessage({ kind: 'signed-in', sub: 'bob', from: 'another' });
  expect(heard).toEqual({ others: [{ kind: 'signed-in', sub: 'bob' }], all: [{ kind: 'signed-in', sub: 'bob' }] });
});

test('an event of this document, from whichever of its bundles, reaches those alone that want all', async () => {
  const first = await load();
  const second = await load();
  second.publishSession({ kind: 'signed-out' });
  for (const { heard } of [first, second]) expect(heard).toEqual({ others: [], all: [{ kind: 'signed-out' }] });
});

test('a message of something else is no event', async () => {
  const { heard } = await load();
  for (const data of [null, 'signed-out', { kind: 'signed-in' }, { kind: 'other' }]) new Channel().postMessage(data);
  expect(heard).toEqual({ others: [], all: [] });
});
