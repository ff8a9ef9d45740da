/**
 * What one machine knows of its stored objects besides their own files (`MACHINE`, scripts/start/runtime/object-registry.ts): which of
 * them exist, so that an emptied file is never taken for a new object, and which are damaged. Elsewhere the platform answers for it.
 */
import type { MachineBindings } from './disk-space.ts';
import { logError } from './log.ts';

/** One stored object. */
export interface ObjectMark {
  readonly className: string;
  /** Hex id: the name of its file. */
  readonly id: string;
  /** The name it was made under; the id where nothing else is known. */
  readonly name: string;
}

export interface DamagedObject extends ObjectMark {
  readonly what: string;
  readonly remedy: string;
}

export interface ObjectRegistry {
  /** True for an object that was made before: without storage it is lost, not new. */
  existed(mark: ObjectMark): Promise<boolean>;
  /** Notes a new object, once it has storage. */
  created(mark: ObjectMark): Promise<void>;
  /** Has the file of the object read; true when it is damaged. */
  isDamaged(mark: ObjectMark): Promise<boolean>;
  /** Every object known to be damaged or lost. */
  damaged(): Promise<readonly DamagedObject[]>;
}

/** @returns null where there is nobody to ask */
export function makeObjectRegistry({ MACHINE: machine }: MachineBindings): ObjectRegistry | null {
  if (!machine) return null;
  async function ask<T>(path: string, body: object): Promise<T> {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const answer = await (machine as Fetcher).fetch(`http://machine${path}`, init);
    if (!answer.ok) throw new Error(`the machine answered ${answer.status} to ${path}`);
    return answer.json<T>();
  }
  return {
    existed: async (mark) => (await ask<{ existed: boolean }>('/object-existed', mark)).existed,
    async created(mark) {
      // The next start of the server finds its file and notes it.
      await ask('/object-created', mark).catch((error: unknown) => logError('object.unregistered', error));
    },
    isDamaged: async (mark) => (await ask<{ damaged: boolean }>('/object-check', mark)).damaged,
    damaged: async () => (await ask<{ objects: DamagedObject[] }>('/objects-damaged', {})).objects,
  };
}
