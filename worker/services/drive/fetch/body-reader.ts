/** Reads the body of an answer into memory, part by part, and ends a transfer that stands still. */
import type { OutgoingAnswer } from '#worker/platform/outgoing/outgoing.ts';
import { FetchFailed } from './fetch-failed.ts';

/** Fewer bytes than this in the whole time count as none: a server may send one byte a minute for ever. */
const LEAST_BYTES = 16 * 1024;

export interface BodyReader {
  /**
   * The next bytes, exactly so many; fewer where the body ends or `onBytes` says so.
   * @param onBytes  bytes arrived. @returns false: no more are read
   * @throws FetchFailed incomplete when the connection breaks off, stalled; errors of `onBytes`
   */
  fill(wantedBytes: number, onBytes: (bytes: number) => boolean): Promise<Uint8Array<ArrayBuffer>>;
  /** Takes the memory of a part that is stored. */
  reuse(bytes: Uint8Array<ArrayBuffer>): void;
  /** Whether the body goes on. */
  hasMore(): Promise<boolean>;
  /** Nothing is read for now: the server is not at fault, and no memory is held. `fill` ends the pause. */
  pause(): void;
  close(): Promise<void>;
}

/** @param stallMs  longest time for {@link LEAST_BYTES} */
export function makeBodyReader(answer: OutgoingAnswer, stallMs: number): BodyReader {
  const reader = answer.body?.getReader({ mode: 'byob' }) ?? null;
  /** New memory costs as much as the copy into it. */
  const free: ArrayBuffer[] = [];
  let readBytes = 0;
  let countedBytes = 0;
  let hasStalled = false;
  let isPaused = false;
  /** At some time since the last count. */
  let wasPaused = false;
  const watch = setInterval(() => {
    hasStalled ||= !wasPaused && readBytes - countedBytes < LEAST_BYTES;
    countedBytes = readBytes;
    wasPaused = isPaused;
    if (hasStalled) answer.close();
  }, stallMs);

  async function read(target: Uint8Array<ArrayBuffer>): Promise<{ done: boolean; value?: Uint8Array | undefined }> {
    if (!reader) return { done: true };
    try {
      return await reader.readAtLeast(Math.min(LEAST_BYTES, target.byteLength), target);
    } catch (error) {
      throw new FetchFailed(hasStalled ? 'stalled' : 'incomplete', null, error);
    }
  }

  return {
    async fill(wantedBytes, onBytes) {
      isPaused = false;
      const known = free.pop();
      let memory = known && known.byteLength >= wantedBytes ? known : new ArrayBuffer(wantedBytes);
      let filled = 0;
      let goesOn = true;
      while (goesOn && filled < wantedBytes) {
        const { done, value } = await read(new Uint8Array(memory, filled, wantedBytes - filled));
        if (value) {
          memory = value.buffer as ArrayBuffer;
          filled += value.byteLength;
          readBytes += value.byteLength;
          goesOn = onBytes(value.byteLength);
        }
        if (done || !value) break;
      }
      return new Uint8Array(memory, 0, filled);
    },
    reuse(bytes) {
      free.push(bytes.buffer);
    },
    pause() {
      isPaused = true;
      wasPaused = true;
      free.length = 0;
    },
    async hasMore() {
      isPaused = false;
      const { value } = await read(new Uint8Array(1));
      return (value?.byteLength ?? 0) > 0;
    },
    async close() {
      clearInterval(watch);
      answer.close();
      await reader?.cancel().catch(() => undefined);
    },
  };
}
