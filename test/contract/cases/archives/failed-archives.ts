/** Tasks of archives that failed, for the cases that try them again. */
import { newWireId } from '#worker/platform/ids.ts';
import { inDrive, type Person } from '../../world.ts';
import { archive } from '../archive.cases.ts';

async function failed(person: Person, type: string, order: object): Promise<{ create_type: string; id: string }> {
  const id = newWireId();
  const place = { uploadId: '', next: 0, folderId: '', doneBytes: 0, totalBytes: 1 };
  const job = { kind: 'archive', order, place, run: 1, tries: 1, untilMs: 0 };
  await inDrive(
    person,
    `INSERT INTO tasks (id, type, phase, progress, name, message, file_id, file_name, file_size, params, ended_job, created_ms, updated_ms)
     VALUES (?, ?, 'PHASE_TYPE_ERROR', 0, 'a', 'internal', '', 'a', 1, '{"retry":"true"}', ?, 1, 1)`,
    id,
    type,
    JSON.stringify(job),
  );
  return { create_type: 'RETRY', id };
}

export async function failedExtraction(person: Person) {
  const fileId = await archive(person);
  const [row] = await inDrive(person, 'SELECT content_key FROM nodes WHERE id = ?', fileId);
  const order = {
    do: 'extract',
    fileId,
    contentKey: row?.['content_key'],
    archiveName: 'a.zip',
    secret: '',
    chosen: '',
  };
  const to = { parentId: '', folderName: 'a', totalBytes: 1, storageLimitBytes: 1e9 };
  return failed(person, 'decompress', { ...order, ...to });
}

export function failedPacking(person: Person, folderId: string) {
  const order = {
    do: 'pack',
    ids: [folderId],
    name: 'a.zip',
    parentId: '',
    sizeBytes: 1,
    etag: '',
    storageLimitBytes: 1e9,
  };
  return failed(person, 'pack_files', order);
}
