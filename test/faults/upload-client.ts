/** A client of our own upload endpoints and a few reads, for fault tests. Speaks the wire only. */
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { Answer, Person, WireClient } from '#test/flow/wire-client.ts';

export interface OpenUpload {
  readonly fileId: string;
  readonly taskId: string;
  readonly uploadId: string;
  readonly token: string;
  readonly partBytes: number;
  readonly partCount: number;
}

/** Begins an upload at our own endpoint. */
export async function beginUpload(
  wire: WireClient,
  person: Person,
  name: string,
  sizeBytes: number,
  conflict = 'keep_both',
): Promise<OpenUpload> {
  const begun = await wire.call('POST', '/drive/v1/files', {
    token: person.token,
    body: { kind: 'drive#file', name, size: String(sizeBytes), conflict, resumable: { provider: 'PROVIDER_MAGPIE' } },
  });
  if (begun.status !== 200) throw new Error(`begin answered ${begun.status} ${JSON.stringify(begun.body)}`);
  const { file, task, upload } = begun.body;
  return {
    fileId: file.id,
    taskId: task.id,
    uploadId: upload.upload_id,
    token: upload.upload_token,
    partBytes: upload.part_size,
    partCount: upload.part_count,
  };
}

/** The bytes of one part. @param part  from 1 */
export function partOf(bytes: Uint8Array, upload: OpenUpload, part: number): Uint8Array {
  return bytes.subarray((part - 1) * upload.partBytes, part * upload.partBytes);
}

/** Sends one part whole. @returns the status */
export async function sendPart(
  origin: string,
  upload: Pick<OpenUpload, 'uploadId' | 'token'>,
  part: number,
  bytes: Uint8Array,
): Promise<number> {
  const answer = await fetch(`${origin}/drive/v1/uploads/${upload.uploadId}/parts/${part}`, {
    method: 'PUT',
    headers: { 'x-upload-token': upload.token },
    body: Uint8Array.from(bytes),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Sends the first half of a part and then nothing more. Resolves when the half has left. */
export function sendHalf(origin: string, upload: OpenUpload, part: number, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    const request = http.request(`${origin}/drive/v1/uploads/${upload.uploadId}/parts/${part}`, {
      method: 'PUT',
      headers: { 'x-upload-token': upload.token, 'content-length': bytes.length },
    });
    // The kill ends the connection, as the test intends.
    request.on('error', () => undefined);
    request.write(bytes.subarray(0, bytes.length >> 1), () => resolve());
  });
}

export function completeUpload(wire: WireClient, person: Person, uploadId: string): Promise<Answer> {
  return wire.call('POST', `/drive/v1/uploads/${uploadId}/complete`, { token: person.token });
}

/** Address of a file's bytes. */
export async function contentUrl(wire: WireClient, person: Person, fileId: string): Promise<string> {
  const detail = await wire.call('GET', `/drive/v1/files/${fileId}`, { token: person.token });
  return detail.body.links['application/octet-stream'].url;
}

export function randomFile(sizeBytes: number): Uint8Array {
  const bytes = new Uint8Array(sizeBytes);
  const seed = randomBytes(Math.min(sizeBytes, 1_048_576));
  for (let at = 0; at < sizeBytes; at += seed.length) bytes.set(seed.subarray(0, sizeBytes - at), at);
  // Equal windows could not be distinguished.
  for (let at = 0; at + 4 <= sizeBytes; at += 4_096) new DataView(bytes.buffer).setUint32(at, at);
  return bytes;
}

export interface ListedNode {
  readonly id: string;
  readonly parent_id: string;
  readonly name: string;
  readonly kind: string;
  readonly phase: string;
}

async function listFolder(wire: WireClient, person: Person, folderId: string): Promise<ListedNode[]> {
  const rows: ListedNode[] = [];
  for (let pageToken = ''; ; ) {
    const page = await wire.call('GET', '/drive/v1/files', {
      token: person.token,
      query: { parent_id: folderId, limit: '1000', page_token: pageToken },
    });
    if (page.status !== 200) throw new Error(`list answered ${page.status} ${JSON.stringify(page.body)}`);
    rows.push(...page.body.files);
    pageToken = page.body.next_page_token;
    if (pageToken === '') return rows;
  }
}

/** Every node in place, folder by folder, as a person would see it. */
export async function walkDrive(wire: WireClient, person: Person): Promise<ListedNode[]> {
  const rows: ListedNode[] = [];
  const folders = [''];
  for (let id = folders.pop(); id !== undefined; id = folders.pop()) {
    const children = await listFolder(wire, person, id);
    rows.push(...children);
    folders.push(...children.filter((row) => row.kind === 'drive#folder').map((row) => row.id));
  }
  return rows;
}
