/**
 * The newest copy of each stored object of an installation, between backups: `objects/CLASS/ID.sqlite` in the folder of backups, and
 * `objects.jsonl`, which has a line for each copy. Copies of a run that was cut off count.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { hashFile } from '../stored-bytes.ts';

export interface MirroredObject {
  readonly className: string;
  /** At Cloudflare. */
  readonly id: string;
  readonly name: string;
  /** Of the copied rows (worker/platform/storage/object-copy.ts). */
  readonly hash: string;
  /** Epoch ms; null without an alarm. */
  readonly alarmMs: number | null;
  readonly sizeBytes: number;
  /** Of its file. */
  readonly sha256: string;
}

export interface Mirror {
  fileOf(object: Pick<MirroredObject, 'className' | 'id'>): string;
  /** Null where there is none, or its file is gone. */
  find(className: string, id: string): MirroredObject | null;
  /** Its file stands. */
  note(object: Omit<MirroredObject, 'sizeBytes' | 'sha256'>): Promise<void>;
  /** It is copied anew by the next run. */
  forget(object: MirroredObject): void;
  /** Forgets all objects but these, and their files. */
  retain(ids: ReadonlySet<string>): void;
  all(): MirroredObject[];
}

const LIST = 'objects.jsonl';

export const keyOf = ({ className, id }: Pick<MirroredObject, 'className' | 'id'>): string => `${className}/${id}`;

function readList(file: string): MirroredObject[] {
  if (!existsSync(file)) return [];
  // A last line without its end was cut off.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line) as MirroredObject];
    } catch {
      return [];
    }
  });
}

export function openMirror(folder: string): Mirror {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const list = path.join(folder, LIST);
  const objects = new Map(readList(list).map((object) => [keyOf(object), object]));
  const fileOf: Mirror['fileOf'] = ({ className, id }) => path.join(folder, 'objects', className, `${id}.sqlite`);

  function rewrite(): void {
    const text = [...objects.values()].map((object) => `${JSON.stringify(object)}\n`).join('');
    writeFileSync(`${list}.tmp`, text, { mode: 0o600, flush: true });
    renameSync(`${list}.tmp`, list);
  }

  // Lines of a run that was cut off are mended before others follow.
  rewrite();
  return {
    fileOf,
    find(className, id) {
      const object = objects.get(`${className}/${id}`);
      if (!object) return null;
      return statSync(fileOf(object), { throwIfNoEntry: false })?.size === object.sizeBytes ? object : null;
    },
    async note(object) {
      const noted = { ...object, ...(await hashFile(fileOf(object))) };
      objects.set(keyOf(object), noted);
      appendFileSync(list, `${JSON.stringify(noted)}\n`);
    },
    forget(object) {
      objects.delete(keyOf(object));
      rewrite();
    },
    retain(ids) {
      for (const [key, object] of objects) {
        if (ids.has(key)) continue;
        objects.delete(key);
        rmSync(fileOf(object), { force: true });
      }
      rewrite();
    },
    all: () => [...objects.values()],
  };
}
