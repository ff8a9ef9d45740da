/** The server, people and files that counted actions work with, and the calls that only they make. */

import http from 'node:http';
import { type OssCredentials, ossHeaders } from '#test/flow/oss-signature.ts';
import { childIds, type Filled, makeFilesIn } from '../fill.ts';
import { type FileBytes, putBytes } from '../harness/bytes.ts';
import { type BenchPerson, callJson, signIn } from '../harness/client.ts';

export interface CostSetup extends Filled {
  readonly other: BenchPerson;
  /** A folder with {@link manyFiles} files, each with a content of its own. */
  readonly manyFolderId: string;
  readonly manyFiles: number;
  readonly largeBytes: number;
  nextNumber(): number;
  /** The address of a viewer by its number. */
  addressOf(number: number): string;
}

interface UploadSession {
  readonly partBytes: number;
  part(part: number): { url: string; headers: Record<string, string> };
  complete(): Promise<void>;
}

interface UploadAnswer {
  readonly file: { id: string; phase: string };
  readonly task: { id: string; phase: string } | null;
  readonly upload: { upload_id: string; upload_token: string; part_size: number };
}

interface BucketAnswer {
  readonly resumable: { params: OssCredentials & { endpoint: string; key: string } };
}

const COMPLETE = 'PHASE_TYPE_COMPLETE';

/** A different loopback address for each number: the server counts a viewer by address. */
export function addressOf(number: number): string {
  return `127.7.${Math.floor(number / 250)}.${(number % 250) + 1}`;
}

function uploadBody(name: string, parentId: string, sizeBytes: number, provider: string) {
  return {
    kind: 'drive#file',
    name,
    size: String(sizeBytes),
    hash: '',
    upload_type: 'UPLOAD_TYPE_RESUMABLE',
    parent_id: parentId,
    resumable: { provider },
  };
}

/** A session of the upload protocol of the pages. */
export async function beginUpload(
  { origin, person }: CostSetup,
  file: FileBytes,
  name: string,
): Promise<UploadSession> {
  const body = uploadBody(name, '', file.sizeBytes, 'PROVIDER_MAGPIE');
  const { upload } = await callJson<UploadAnswer>(`${origin}/drive/v1/files`, 'POST', person.token, body);
  const address = `${origin}/drive/v1/uploads/${upload.upload_id}`;
  return {
    partBytes: upload.part_size,
    part: (part) => ({ url: `${address}/parts/${part}`, headers: { 'x-upload-token': upload.upload_token } }),
    async complete() {
      const done = await callJson<UploadAnswer>(`${address}/complete`, 'POST', person.token, {});
      await person.untilDone({ id: done.file.id, taskId: done.file.phase === COMPLETE ? '' : (done.task?.id ?? '') });
    },
  };
}

/** A file in one PUT of the S3-style endpoint. */
export async function sendByBucket({ origin, person }: CostSetup, file: FileBytes, name: string): Promise<void> {
  const body = uploadBody(name, '', file.sizeBytes, 'PROVIDER_ALIYUN');
  const { resumable } = await callJson<BucketAnswer>(`${origin}/drive/v1/files`, 'POST', person.token, body);
  const address = `http://${resumable.params.endpoint}/${resumable.params.key}`;
  const headers = ossHeaders(resumable.params, 'PUT', address, { 'content-type': 'application/octet-stream' });
  await putBytes(address, headers, file, 0, file.sizeBytes);
}

/** A person saves what is in a folder of a link, and waits until it is done. */
export async function saveShare({ origin, other }: CostSetup, shareId: string, folderId: string): Promise<void> {
  const body = { share_id: shareId, pass_code_token: '', file_ids: [folderId] };
  const url = `${origin}/drive/v1/share/restore`;
  const { restore_task_id: taskId } = await callJson<{ restore_task_id: string }>(url, 'POST', other.token, body);
  await other.untilDone({ id: '', taskId });
}

/** Opens a page from an address of its own. @throws Error on any answer but 200 */
export function viewFrom(origin: string, target: string, number: number): Promise<void> {
  const { host, port } = new URL(origin);
  const headers = { host, 'accept-language': 'en-US', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) bench' };
  return new Promise((resolve, reject) => {
    http
      .get(
        { host: '127.0.0.1', port, path: target, localAddress: addressOf(number), headers, agent: false },
        (answer) => {
          answer.resume();
          answer.once('error', reject);
          answer.once('end', () =>
            answer.statusCode === 200 ? resolve() : reject(new Error(`${target} answered ${answer.statusCode}`)),
          );
        },
      )
      .once('error', reject);
  });
}

/** Signs two people in and fills a folder, so that every shard of the blob index exists. */
export async function makeSetup(origin: string, sizes: { manyFiles: number; largeBytes: number }): Promise<CostSetup> {
  const person = await signIn(origin, 'carla@example.com');
  const other = await signIn(origin, 'bob@example.com');
  const manyFolderId = await person.makeFolder('Many', '');
  await makeFilesIn({ person }, manyFolderId, sizes.manyFiles);
  const made = await childIds({ origin, person }, manyFolderId, sizes.manyFiles);
  if (made.length !== sizes.manyFiles) throw new Error(`the folder holds ${made.length} of ${sizes.manyFiles} files`);
  let number = 0;
  return { origin, person, other, manyFolderId, ...sizes, addressOf, nextNumber: () => ++number };
}
