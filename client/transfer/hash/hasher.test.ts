import { expect, test, vi } from 'vitest';
import { localHasher } from '../upload/upload-fixture.ts';
import { makeHashEngine } from './digests.ts';
import { makeHasher } from './hasher.ts';
import { makeHashJobs } from './jobs.ts';
import type { HashEvent, HashRequest } from './messages.ts';

const never = new AbortController().signal;
const nothing = () => undefined;
const CHALLENGE = { nonce: '00ff', ranges: [{ start: 1, length: 2 }] };

test('files are hashed side by side over one worker that starts with the first', async () => {
  const open = vi.fn((onNews: (news: HashEvent) => void) => ({
    send: makeHashJobs(() => makeHashEngine(crypto.subtle), onNews),
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

test('a file that cannot be read fails alone', async () => {
  const gone = new Blob(['x'.repeat(10)]);
  gone.slice = () => {
    throw new DOMException('gone', 'NotReadableError');
  };
  const hasher = localHasher();
  const [lost, kept] = await Promise.allSettled([
    hasher.fingerprint(gone, nothing, never),
    hasher.fingerprint(new Blob(['y']), nothing, never),
  ]);
  expect(lost).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('gone') } });
  expect(kept?.status).toBe('fulfilled');
});

test('a cancelled file is stopped in the worker, and what comes late is not heard', async () => {
  const sent: HashRequest[] = [];
  let say: (news: HashEvent) => void = nothing;
  const hasher = makeHasher((onNews) => {
    say = onNews;
    return { send: (order) => sent.push(order), close: nothing };
  });
  const control = new AbortController();
  const onHashed = vi.fn();
  const hashing = hasher.fingerprint(new Blob(['x']), onHashed, control.signal);
  say({ job: 1, kind: 'hashed', bytes: 1 });
  control.abort(new Error('cancelled'));
  await expect(hashing).rejects.toThrow('cancelled');
  expect(sent.map(({ kind }) => kind)).toEqual(['fingerprint', 'stop']);
  say({ job: 1, kind: 'hashed', bytes: 2 });
  expect(onHashed).toHaveBeenCalledTimes(1);
  await expect(hasher.fingerprint(new Blob(['x']), onHashed, control.signal)).rejects.toThrow('cancelled');
  expect(sent).toHaveLength(2);
});

test('the desk gives no answer for a stopped file', async () => {
  const told: HashEvent[] = [];
  const take = makeHashJobs(
    () => makeHashEngine(crypto.subtle),
    (news) => told.push(news),
  );
  take({ job: 1, kind: 'fingerprint', content: new Blob(['x']) });
  take({ job: 1, kind: 'stop' });
  take({ job: 2, kind: 'fingerprint', content: new Blob(['y']) });
  await vi.waitFor(() => expect(told.at(-1)).toMatchObject({ job: 2, kind: 'fingerprint' }));
  expect(told.filter(({ job }) => job === 1)).toEqual([]);
});

test('a broken worker fails who waits for it, and the next file gets another', async () => {
  const breaks: ((reason: string) => void)[] = [];
  const close = vi.fn();
  const hasher = makeHasher((onNews, onBroken) => {
    breaks.push(onBroken);
    return { send: breaks.length === 1 ? nothing : makeHashJobs(() => makeHashEngine(crypto.subtle), onNews), close };
  });
  const hashing = hasher.fingerprint(new Blob(['x']), nothing, never);
  breaks[0]?.('no memory');
  await expect(hashing).rejects.toThrow('no memory');
  expect(close).toHaveBeenCalledTimes(1);
  await expect(hasher.fingerprint(new Blob(['x']), nothing, never)).resolves.toMatchObject({
    gcid: expect.any(String),
  });
});

test('a worker that cannot even start fails the file alone', async () => {
  const hasher = makeHasher(() => {
    throw new TypeError('no workers here');
  });
  await expect(hasher.fingerprint(new Blob(['x']), nothing, never)).rejects.toThrow('no workers here');
});
