import { expect, test, vi } from 'vitest';
import { localHasher } from '../upload/upload-fixture.ts';
import { makeHashEngine } from './digests.ts';
import { makeHasher } from './hasher.ts';
import { makeHashJobs } from './jobs.ts';
import type { HashEvent, HashRequest } from './messages.ts';

const never = new AbortController().signal;
const nothing = () => undefined;
const CHALLENGE = { nonce: '00ff', ranges: [{ start: 1, length: 2 }] };

test('files are hashed concurrently in one worker that starts with the first', async () => {
  const open = vi.fn((onEvent: (event: HashEvent) => void) => ({
    send: makeHashJobs(() => makeHashEngine(crypto.subtle), onEvent),
    close: nothing,
  }));
  const hasher = makeHasher(open);
  expect(open).not.toHaveBeenCalled();
  const contents = ['one', 'two', 'three'].map((text) => new Blob([text]));
  const names = await Promise.all(contents.map((content) => hasher.fingerprint(content, nothing, never)));
  expect(new Set(names.map(({ contentKey }) => contentKey)).size).toBe(3);
  expect(await hasher.prove(new Blob(['abc']), CHALLENGE, never)).toMatch(/^[0-9a-f]{64}$/);
  expect(open).toHaveBeenCalledTimes(1);
});

test('an unreadable file fails alone', async () => {
  const gone = new Blob(['x'.repeat(10)]);
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  const hasher = localHasher();
  const [lost, hashed] = await Promise.allSettled([
    hasher.fingerprint(gone, nothing, never),
    hasher.fingerprint(new Blob(['y']), nothing, never),
  ]);
  expect(lost).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('gone') } });
  expect(hashed?.status).toBe('fulfilled');
});

test('a cancelled file is stopped in the worker, and later events are ignored', async () => {
  const sent: HashRequest[] = [];
  let postEvent: (event: HashEvent) => void = nothing;
  const hasher = makeHasher((onEvent) => {
    postEvent = onEvent;
    return { send: (request) => sent.push(request), close: nothing };
  });
  const control = new AbortController();
  const onHashed = vi.fn();
  const hashing = hasher.fingerprint(new Blob(['x']), onHashed, control.signal);
  postEvent({ job: 1, kind: 'hashed', bytes: 1 });
  control.abort(new Error('cancelled'));
  await expect(hashing).rejects.toThrow('cancelled');
  expect(sent.map(({ kind }) => kind)).toEqual(['fingerprint', 'stop']);
  postEvent({ job: 1, kind: 'hashed', bytes: 2 });
  expect(onHashed).toHaveBeenCalledTimes(1);
  await expect(hasher.fingerprint(new Blob(['x']), onHashed, control.signal)).rejects.toThrow('cancelled');
  expect(sent).toHaveLength(2);
});

test('a stopped job posts no result', async () => {
  const events: HashEvent[] = [];
  const take = makeHashJobs(
    () => makeHashEngine(crypto.subtle),
    (event) => events.push(event),
  );
  take({ job: 1, kind: 'fingerprint', content: new Blob(['x']) });
  take({ job: 1, kind: 'stop' });
  take({ job: 2, kind: 'fingerprint', content: new Blob(['y']) });
  await vi.waitFor(() => expect(events.at(-1)).toMatchObject({ job: 2, kind: 'fingerprint' }));
  expect(events.filter(({ job }) => job === 1)).toEqual([]);
});

test('a broken worker fails its jobs, and the next file gets a new worker', async () => {
  const breaks: ((reason: string) => void)[] = [];
  const close = vi.fn();
  const hasher = makeHasher((onEvent, onBroken) => {
    breaks.push(onBroken);
    return { send: breaks.length === 1 ? nothing : makeHashJobs(() => makeHashEngine(crypto.subtle), onEvent), close };
  });
  const hashing = hasher.fingerprint(new Blob(['x']), nothing, never);
  breaks[0]?.('no memory');
  await expect(hashing).rejects.toThrow('no memory');
  expect(close).toHaveBeenCalledTimes(1);
  await expect(hasher.fingerprint(new Blob(['x']), nothing, never)).resolves.toMatchObject({
    gcid: expect.any(String),
  });
});

test('a worker that cannot start fails only the file', async () => {
  const hasher = makeHasher(() => {
    throw new TypeError('no workers here');
  });
  await expect(hasher.fingerprint(new Blob(['x']), nothing, never)).rejects.toThrow('no workers here');
});
