/** HasherObject: computes password hashes for the addresses of one of 256 shards, on Cloudflare. Stores nothing. */
import { DurableObject } from 'cloudflare:workers';
import { isAppError, type Result, succeed, toErrorData } from '#shared/errors.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { type HashInput, makeWasmEngine } from './hashing/hash-engine.ts';
import { HASH_QUEUE_LIMITS, makeHashQueue } from './hashing/hash-queue.ts';
import type { HashCaller } from './hashing/hash-usage.ts';

export class HasherObject extends DurableObject {
  readonly #engine = makeWasmEngine();
  // One thread: two hashes at once would only alternate.
  readonly #queue = makeHashQueue(systemClock, { ...HASH_QUEUE_LIMITS, atOnce: 1 });

  async derive(input: HashInput, caller: HashCaller): Promise<Result<Uint8Array>> {
    try {
      return succeed(await this.#queue.run(caller, () => this.#derive(input)));
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { ok: false, error: toErrorData(error) };
    }
  }

  /** A hash never yields: the wait lets the queue count, and refuse, calls that arrived during the last one. */
  async #derive(input: HashInput): Promise<Uint8Array> {
    await scheduler.wait(1);
    return this.#engine.derive(input);
  }
}
