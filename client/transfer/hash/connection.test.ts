import { afterEach, expect, test, vi } from 'vitest';
import { makeHashConnector } from './connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

class FakeWorker extends EventTarget {
  static readonly made: FakeWorker[] = [];
  readonly postMessage = vi.fn();
  readonly terminate = vi.fn();
  readonly url: unknown;

  constructor(url: unknown) {
    super();
    this.url = url;
    FakeWorker.made.push(this);
  }
}

test('a worker starts only from the address of the policy, which is created once', () => {
  FakeWorker.made.length = 0;
  let rule: (url: string) => string = String;
  const createPolicy = vi.fn((_name: string, { createScriptURL }: { createScriptURL: typeof rule }) => {
    rule = createScriptURL;
    return { createScriptURL: (url: string) => ({ trusted: createScriptURL(url) }) };
  });
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('trustedTypes', { createPolicy });
  const open = makeHashConnector();
  expect(createPolicy).not.toHaveBeenCalled();
  open(vi.fn(), vi.fn());
  open(vi.fn(), vi.fn());
  expect(createPolicy).toHaveBeenCalledTimes(1);
  expect(createPolicy.mock.calls[0]?.[0]).toBe('magpie-worker');
  expect(FakeWorker.made.map(({ url }) => url)).toEqual(
    Array(2).fill({ trusted: expect.stringContaining('hash-worker') }),
  );
  expect(() => rule('https://elsewhere.example/worker.js')).toThrow(TypeError);
});

test('the connection carries requests and events, reports a broken worker, and can be closed', () => {
  FakeWorker.made.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
  const onEvent = vi.fn();
  const onBroken = vi.fn();
  const connection = makeHashConnector()(onEvent, onBroken);
  const [worker] = FakeWorker.made;
  connection.send({ job: 1, kind: 'stop' });
  expect(worker?.postMessage).toHaveBeenCalledWith({ job: 1, kind: 'stop' });
  worker?.dispatchEvent(new MessageEvent('message', { data: { job: 1, kind: 'hashed', bytes: 5 } }));
  expect(onEvent).toHaveBeenCalledWith({ job: 1, kind: 'hashed', bytes: 5 });
  worker?.dispatchEvent(Object.assign(new Event('error'), { message: 'no such script' }));
  worker?.dispatchEvent(new MessageEvent('messageerror'));
  expect(onBroken.mock.calls.map(([reason]) => reason)).toEqual(['no such script', 'a message could not be read']);
  connection.close();
  expect(worker?.terminate).toHaveBeenCalledTimes(1);
});
