/** A blob store that fails by seed, within what the port allows a store to do: put never throws, the others may. */
import type { BlobBody, BlobStore } from '../blobs/port.ts';
import { letOthersRun } from '../clock.ts';
import { type CallFault, type FaultPlan, InjectedFault, makeFaults } from './faults.ts';

export interface FaultyStore extends BlobStore {
  /** Faults met so far. */
  readonly hits: number;
  /** Keys that were to be put, whatever became of them. */
  readonly tried: ReadonlySet<string>;
}

async function bytesOf(stream: BlobBody): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** The first half; then the stream ends, or breaks. */
function half(bytes: Uint8Array<ArrayBuffer>, breaks: boolean): ReadableStream<Uint8Array> {
  const first = bytes.slice(0, bytes.length >> 1);
  const whole = new Response(first).body;
  if (!breaks && whole) return whole;
  let sent = first.length === 0;
  return new ReadableStream({
    type: 'bytes',
    pull(controller) {
      if (sent) controller.error(new InjectedFault('truncated', 'get'));
      else controller.enqueue(first);
      sent = true;
    },
  });
}

/**
 * `before` fails and does nothing; `after` does it and says it failed; `delayed` lets others go first; `truncated` cuts the
 * body of a put, and of a get it ends or breaks the stream half way; `overloaded` refuses. Calls without a body take
 * `truncated` as `before`.
 */
export function makeFaultyStore(store: BlobStore, plan: FaultPlan<CallFault>): FaultyStore {
  const faults = makeFaults(plan);
  const tried = new Set<string>();

  async function withFaults<T>(call: string, work: () => Promise<T>): Promise<T> {
    const fault = faults.next();
    if (fault === 'delayed') await letOthersRun();
    else if (fault !== null && fault !== 'after') throw new InjectedFault(fault, call);
    const value = await work();
    if (fault === 'after') throw new InjectedFault(fault, call);
    return value;
  }

  const put: BlobStore['put'] = async (key, body, sizeBytes, options) => {
    tried.add(key);
    const fault = faults.next();
    if (fault === 'before' || fault === 'overloaded') return { stored: false };
    if (fault === 'delayed') await letOthersRun();
    const sent = fault === 'truncated' ? half(await bytesOf(body), false) : body;
    const answer = await store.put(key, sent, sizeBytes, {
      ...options,
      isCounted: options?.isCounted === true && sent === body,
    });
    return fault === 'after' ? { stored: false } : answer;
  };

  return {
    digests: store.digests,
    get hits() {
      return faults.hits;
    },
    tried,
    put,
    async putAll(objects) {
      const stored = new Set<string>();
      for (const { key, bytes } of objects) if ((await put(key, bytes, bytes.length)).stored) stored.add(key);
      return stored;
    },
    async get(key, start, endExclusive) {
      const fault = faults.next();
      if (fault === 'before' || fault === 'overloaded' || fault === 'after') throw new InjectedFault(fault, 'get');
      if (fault === 'delayed') await letOthersRun();
      const stream = await store.get(key, start, endExclusive);
      return stream && fault === 'truncated' ? half(await bytesOf(stream), faults.below(2) === 1) : stream;
    },
    size: (key) => withFaults('size', () => store.size(key)),
    delete: (keys) => withFaults('delete', () => store.delete(keys)),
    list: (prefix, cursor) => withFaults('list', () => store.list(prefix, cursor)),
  };
}
