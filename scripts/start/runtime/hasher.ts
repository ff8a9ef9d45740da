/**
 * Computes password hashes in this process's thread pool: the runtime of one machine has one thread, and a hash there would delay
 * every other request for 30-40 ms. Bound to the Worker as HASHER and to nothing else.
 */
import { argon2 } from 'node:crypto';
import { availableParallelism } from 'node:os';
import * as v from 'valibot';
import { isAppError } from '#shared/errors.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { HASH_QUEUE_LIMITS, makeHashQueue } from '#worker/services/auth/hashing/hash-queue.ts';

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

const hashInput = v.object({
  text: v.pipe(v.string(), v.maxLength(1_000)),
  saltHex: v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2}){8,64}$/)),
  memoryKib: count(1_048_576),
  passes: count(100),
  lanes: count(16),
  tagBytes: count(128),
  caller: v.object({ address: v.string(), account: v.string(), isChecked: v.boolean() }),
});

type HashInput = Omit<v.InferOutput<typeof hashInput>, 'caller'>;

export function deriveHash({ text, saltHex, memoryKib, passes, lanes, tagBytes }: HashInput): Promise<Buffer> {
  const parameters = {
    message: text,
    nonce: Buffer.from(saltHex, 'hex'),
    memory: memoryKib,
    passes,
    parallelism: lanes,
    tagLength: tagBytes,
  };
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

/** One core stays free for the runtime where there are no more than two. */
function hashesAtOnce(cores: number): number {
  return Math.max(1, Math.min(HASH_QUEUE_LIMITS.atOnce, cores - 1));
}

/** Makes the service: answers a call of the Worker with the tag, with 429 and the seconds to wait, or with 400. */
export function makeHasher(
  derive = deriveHash,
  cores = availableParallelism(),
): (request: { text(): Promise<string> }) => Promise<Response> {
  const queue = makeHashQueue(systemClock, { ...HASH_QUEUE_LIMITS, atOnce: hashesAtOnce(cores) });
  return async (request) => {
    const parsed = v.safeParse(hashInput, JSON.parse(await request.text()));
    if (!parsed.success) return new Response(null, { status: 400 });
    const { caller, ...input } = parsed.output;
    try {
      return new Response(new Uint8Array(await queue.run(caller, () => derive(input))));
    } catch (error) {
      if (!isAppError(error)) throw error;
      return new Response(null, { status: 429, headers: { 'retry-after': String(error.detail?.retryInSeconds ?? 1) } });
    }
  };
}
