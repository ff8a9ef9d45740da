/**
 * Flushes plain files of the runtime to the disk of one machine: blobs and the values of KV. SQLite flushes each commit by itself.
 * A platform without `MACHINE` acknowledges only durable writes.
 */
import type { MachineBindings } from './disk-space.ts';

export interface Flush {
  /** Returns when the bytes of the blob and its name are on the disk. @throws Error when they are not */
  blob(key: string): Promise<void>;
  /** Returns when every value written so far is on the disk. @throws Error when one is not */
  values(): Promise<void>;
}

export function makeFlush({ MACHINE: machine }: MachineBindings): Flush {
  async function post(path: string, body: object): Promise<void> {
    if (!machine) return;
    const answer = await machine.fetch(`http://machine${path}`, { method: 'POST', body: JSON.stringify(body) });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`the machine did not flush: ${answer.status}`);
  }
  return { blob: (key) => post('/flush-blob', { key }), values: () => post('/flush-values', {}) };
}
