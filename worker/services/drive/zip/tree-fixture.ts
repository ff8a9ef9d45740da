/** Drives with trees for tests of zip files. */
import { readZip } from '#shared/content/zip-fixture.ts';
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { driveOf } from '../deps.ts';
import type { jobsPart } from '../jobs/part.ts';
import { createFolder } from '../tree/change.ts';
import { bytesOf, MIB, makeUploader, type Uploader } from '../upload/upload-fixture.ts';

export const TIME_MS = Date.UTC(2024, 1, 29, 11, 22, 33);

export async function folderIn(person: Uploader, name: string, parentId = ''): Promise<string> {
  const call = { idempotencyKey: null } as Parameters<typeof createFolder>[3];
  const { file } = await createFolder(
    person.deps,
    person.caller,
    { parentId: person.nodeId(parentId), name },
    call,
    'keep_both',
  );
  return file?.id ?? '';
}

export async function fileIn(
  person: Uploader,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  parentId = '',
): Promise<string> {
  const { file } = await person.put(bytes, { name, parentId: person.nodeId(parentId), modifiedMs: TIME_MS });
  return file?.id ?? '';
}

/** A folder with a file larger than one window, small files, a folder without files and names of several scripts. */
export async function makeTree(options: Parameters<typeof makeUploader>[0] = {}) {
  const person = makeUploader({ limits: { partBytes: MIB }, ...options });
  const root = await folderIn(person, 'Holiday 2024');
  const inner = await folderIn(person, 'снимки', root);
  await folderIn(person, 'empty', root);
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  const add = async (path: string, bytes: Uint8Array<ArrayBuffer>, parentId: string): Promise<string> => {
    files[path] = bytes;
    return fileIn(person, path.split('/').at(-1) ?? '', bytes, parentId);
  };
  const note = await add('Holiday 2024/note.txt', bytesOf(1_000, 3), root);
  await add('Holiday 2024/空.txt', new Uint8Array(0), root);
  await add('Holiday 2024/снимки/one.bin', bytesOf(70_000, 4), inner);
  await add('Holiday 2024/снимки/two.bin', bytesOf(200_000, 5), inner);
  const large = bytesOf(9 * MIB, 6);
  await person.upload(large, { name: 'film.mp4', parentId: person.nodeId(inner), modifiedMs: TIME_MS });
  files['Holiday 2024/снимки/film.mp4'] = large;
  return { person, root, inner, note, files };
}

export function entriesOf(bytes: Uint8Array) {
  return readZip((start, end) => bytes.subarray(start, end), bytes.length);
}

export async function trash(person: Uploader, id: string): Promise<void> {
  unwrap(
    await driveOf<typeof jobsPart>(person.deps, person.caller.userId).trash(
      callerData(person.caller),
      { ids: [id], trashTtlMs: 1e9 },
      null,
    ),
  );
}
