/**
 * Registry of the stored objects of one machine (`MACHINE`, scripts/start/runtime/object-registry.ts): the existing ones, so that an
 * emptied file is never taken for a new object, and the damaged ones. Elsewhere the platform is responsible.
 */
import type { MachineBindings } from './disk-space.ts';
import { logError } from './log.ts';

/** One stored object. */
export interface ObjectMark {
  readonly className: string;
  /** Hex id: the name of its file. */
  readonly id: string;
  /** The name of the object; its id where the name is unknown. */
  readonly name: string;
}

export interface DamagedObject extends ObjectMark {
  readonly what: string;
  readonly remedy: string;
}

export interface ObjectRegistry {
  /** True for an object that was created before: without storage it is lost, not new. */
  existed(mark: ObjectMark): Promise<boolean>;
  /** Records a new object, once it has storage. */
  created(mark: ObjectMark): Promise<void>;
  /** Checks the file of the object; true when it is damaged. */
  isDamaged(mark: ObjectMark): Promise<boolean>;
  /** Every object known to be damaged or lost. */
  damaged(): Promise<readonly DamagedObject[]>;
}

/** @returns null on a platform without a registry */
export function makeObjectRegistry({ MACHINE: machine }: MachineBindings): ObjectRegistry | null {
  if (!machine) return null;
  async function post<T>(path: string, body: object): Promise<T> {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const answer = await (machine as Fetcher).fetch(`http://machine${path}`, init);
    if (!answer.ok) throw new Error(`the machine answered ${answer.status} to ${path}`);
    return answer.json<T>();
  }
  return {
    existed: async (mark) => (await post<{ existed: boolean }>('/object-existed', mark)).existed,
    async created(mark) {
      // The next start of the server finds its file and records it.
      await post('/object-created', mark).catch((error: unknown) => logError('object.unregistered', error));
    },
    isDamaged: async (mark) => (await post<{ damaged: boolean }>('/object-check', mark)).damaged,
    damaged: async () => (await post<{ objects: DamagedObject[] }>('/objects-damaged', {})).objects,
  };
}
