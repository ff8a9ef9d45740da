/** The server, people and files that counted actions work with, and the calls that only they make. */
import { authContract } from '#shared/auth/contract.ts';
import { type OssCredentials, ossHeaders } from '#worker/services/drive/upload/s3/signature/signing-fixture.ts';
import { makeManyFiles } from '../fill.ts';
import { type FileBytes, putBytes } from '../harness/bytes.ts';
import { addressOf, type BenchPerson, requestFrom, signIn, uploadBody } from '../harness/client.ts';

export interface CostSetup {
  readonly origin: string;
  readonly person: BenchPerson;
  readonly other: BenchPerson;
  /** A folder with {@link manyFiles} files, each with a content of its own. */
  readonly manyFolderId: string;
  readonly manyFiles: number;
  readonly largeBytes: number;
}

interface BucketAnswer {
  readonly resumable: { params: OssCredentials & { endpoint: string; key: string } };
}

/** Of the demo people. */
const PASSWORD = 'magpie-demo';

/** Second byte of the addresses of viewers. */
const NET = 7;

/** A file in one PUT of the S3-style endpoint. */
export async function sendByBucket({ person }: CostSetup, file: FileBytes, name: string): Promise<void> {
  const body = uploadBody(name, '', file.sizeBytes, 'PROVIDER_ALIYUN');
  const { resumable } = await person.call<BucketAnswer>('POST', '/drive/v1/files', body);
  const address = `http://${resumable.params.endpoint}/${resumable.params.key}`;
  const headers = ossHeaders(resumable.params, 'PUT', address, { 'content-type': 'application/octet-stream' });
  await putBytes(address, headers, file, 0, file.sizeBytes);
}

/** A person saves what is in a folder of a link, and waits until it is done. */
export async function saveShare({ other }: CostSetup, shareId: string, folderId: string): Promise<void> {
  const body = { share_id: shareId, pass_code_token: '', file_ids: [folderId] };
  const saved = await other.call<{ restore_task_id: string }>('POST', '/drive/v1/share/restore', body);
  await other.untilDone({ taskId: saved.restore_task_id });
}

/** Makes an app password. @returns asks for the root of the drive by it, as an idle client does */
export async function makePoll(person: BenchPerson): Promise<() => Promise<void>> {
  const { sudo, makeAppPassword } = authContract;
  const { sudo_token } = await person.call<{ sudo_token: string }>(sudo.method, sudo.path, { password: PASSWORD });
  const asked = { sudo_token, name: 'Bench', scope: 'read' };
  const { password, address } = await person.call<{ password: string; address: string }>(
    makeAppPassword.method,
    makeAppPassword.path,
    asked,
  );
  const headers = { authorization: `Basic ${btoa(`bench:${password}`)}`, depth: '0' };
  return async () => {
    const answer = await fetch(address, { method: 'PROPFIND', headers });
    await answer.text();
    if (answer.status !== 207) throw new Error(`PROPFIND answered ${answer.status}`);
  };
}

/** Opens a page from an address of its own: the server counts a viewer by address. @throws Error on any answer but 200 */
export async function viewFrom(origin: string, target: string, number: number): Promise<void> {
  const { status } = await requestFrom(origin, addressOf(NET, number), target);
  if (status !== 200) throw new Error(`${target} answered ${status}`);
}

/** Signs two people in and fills a folder, so that every shard of the blob index exists. */
export async function makeSetup(origin: string, sizes: { manyFiles: number; largeBytes: number }): Promise<CostSetup> {
  const person = await signIn(origin, 'carla@example.com');
  const other = await signIn(origin, 'bob@example.com');
  return { origin, person, other, manyFolderId: await makeManyFiles(person, 'Many', sizes.manyFiles), ...sizes };
}
