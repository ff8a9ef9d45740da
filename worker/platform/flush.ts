/**
 * Flushes plain files of the runtime to the disk of one machine: blobs and the values of KV. SQLite flushes each commit by itself.
 * A platform without `MACHINE` acknowledges only durable writes.
 */
import type { PartPlace, WindowDigest } from './blobs/window-digest.ts';
import type { MachineBindings } from './disk-space.ts';

export interface Flush {
  /** Returns when the bytes of these blobs and their names are on the disk. @throws Error when they are not */
  blobs(keys: readonly string[]): Promise<void>;
  /** As `blobs`, and digests the windows that lie within the blob. */
  digested(key: string, sizeBytes: number, place: PartPlace): Promise<readonly WindowDigest[]>;
  /** Returns when every value written so far is on the disk. @throws Error when one is not */
  values(): Promise<void>;
}

export function makeFlush({ MACHINE: machine }: MachineBindings): Flush {
  async function ask(path: string, body: object): Promise<Response> {
    if (!machine) throw new Error('no machine is bound');
    const answer = await machine.fetch(`http://machine${path}`, { method: 'POST', body: JSON.stringify(body) });
    if (answer.ok) return answer;
    await answer.body?.cancel();
    throw new Error(`the machine did not flush: ${answer.status}`);
  }
  async function post(path: string, body: object): Promise<void> {
    if (machine) await (await ask(path, body)).body?.cancel();
  }
  return {
    blobs: (keys) => post('/flush-blobs', { keys }),
    async digested(key, sizeBytes, place) {
      const answer = await ask('/digest-blob', { key, sizeBytes, place });
      return (await answer.json<{ windows: readonly WindowDigest[] }>()).windows;
    },
    values: () => post('/flush-values', {}),
  };
}
