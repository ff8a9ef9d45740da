/** Steps that send bytes: by both upload protocols, whole and in parts, and uploads that were left open. */

import { sha256 } from '#test/flow/wire-client.ts';
import { ossHeaders } from '#worker/services/drive/upload/s3/signature/signing-fixture.ts';
import { type Body, call, type Outcome } from './calls.ts';
import { type Lane, type OpenUpload, pick, type Step, type StepEnd, type UploadKey } from './lane.ts';
import type { StepKind } from './plan.ts';
import { fileOf } from './tree.ts';

const MIB = 1024 * 1024;
/** Above 32 MiB a file is hashed by a job of its own. */
const LARGE_BYTES = 33 * MIB + 1;
const LARGE_PART_BYTES = 8 * MIB;
const SMALL_PART_BYTES = 100_000;
const HASH_POLL_MS = 25;
const HASH_TRIES = 2_400;

type Protocol = 'own' | 's3';

export function openOf(body: Body, bytes: Uint8Array, partBytes: number): OpenUpload | null {
  const fileId: string = body.file.id;
  const acknowledged = new Set<number>();
  if (body.upload)
    return {
      fileId,
      uploadId: body.upload.upload_id,
      bytes,
      partBytes: body.upload.part_size,
      token: body.upload.upload_token,
      endpoint: null,
      acknowledged,
    };
  const params = body.resumable?.params;
  if (!params) return null;
  const endpoint = { address: `http://${params.endpoint}/${params.key}`, credentials: params };
  return { fileId, uploadId: params.key.slice(2), bytes, partBytes, token: '', endpoint, acknowledged };
}

async function begin(
  lane: Lane,
  at: number,
  endpoint: Protocol,
  bytes: Uint8Array,
  partBytes: number,
): Promise<OpenUpload | null> {
  const parent = pick(lane.folders(), at) ?? '';
  const name = lane.newName('.bin');
  const path = `${parent}/${name}`;
  const isEmpty = bytes.length === 0;
  let open: OpenUpload | null = null;
  const body = {
    kind: 'drive#file',
    name,
    parent_id: lane.idOf(parent),
    size: String(bytes.length),
    upload_type: 'UPLOAD_TYPE_RESUMABLE',
    resumable: { provider: endpoint === 'own' ? 'PROVIDER_MAGPIE' : 'PROVIDER_ALIYUN' },
  };
  const entry = fileOf(bytes.length, isEmpty ? sha256(bytes) : '');
  await lane.attempt({
    label: `begin ${path} ${bytes.length} ${endpoint}`,
    change: (tree) => tree.add(path, entry),
    send: (key) => lane.call('POST', '/drive/v1/files', { key, body }),
    onOk: (answer) => {
      const made = lane.tree.entries.get(path);
      if (made) lane.tree.add(path, { ...made, id: answer.file.id });
      open = openOf(answer, bytes, partBytes);
      if (open) lane.open.set(open.fileId, open);
    },
  });
  return open;
}

/** @returns whether the part was acknowledged */
export async function sendPart(lane: Lane, upload: OpenUpload, part: number): Promise<Outcome> {
  const bytes = upload.bytes.subarray((part - 1) * upload.partBytes, part * upload.partBytes);
  const outcome = upload.endpoint
    ? await call(lane.wire, 'PUT', upload.endpoint.address, {
        bytes,
        ...signedBy(upload.endpoint, 'PUT', { partNumber: String(part), uploadId: upload.uploadId }),
      })
    : await call(lane.wire, 'PUT', `/drive/v1/uploads/${upload.uploadId}/parts/${part}`, {
        bytes,
        headers: { 'x-upload-token': upload.token },
      });
  if (outcome.kind === 'ok') upload.acknowledged.add(part);
  return outcome;
}

function pathOf(lane: Lane, fileId: string): string | undefined {
  for (const [path, entry] of lane.tree.entries) if (entry.id === fileId) return path;
  return undefined;
}

/** A file that a job hashes is complete some time after its last call; until then it does not count. */
async function untilHashed(lane: Lane, { fileId }: OpenUpload): Promise<StepEnd> {
  for (let tries = 0; tries < HASH_TRIES; tries++) {
    const asked = await lane.call('GET', `/drive/v1/files/${fileId}`);
    if (asked.kind === 'unknown') return 'stop';
    if (asked.kind === 'ok' && asked.body.phase === 'PHASE_TYPE_COMPLETE') return 'done';
    await new Promise((resolve) => setTimeout(resolve, HASH_POLL_MS));
  }
  lane.tally.violations.push(`${lane.name}: file ${fileId} was completed and is not whole`);
  return 'done';
}

/** The call that makes the file complete. */
async function finish(lane: Lane, upload: OpenUpload, label: string, send: () => Promise<Outcome>): Promise<StepEnd> {
  const path = pathOf(lane, upload.fileId);
  if (path === undefined) return 'done';
  const digest = sha256(upload.bytes);
  const end = await lane.attempt({
    label: `${label} ${path}`,
    change: (tree) => {
      const entry = tree.entries.get(path);
      if (entry) tree.add(path, { ...entry, isPending: false, sha256: digest });
    },
    send,
    onOk: () => void lane.open.delete(upload.fileId),
  });
  return end === 'ok' ? untilHashed(lane, upload) : 'done';
}

export function partsOf(upload: OpenUpload): number[] {
  return Array.from({ length: Math.ceil(upload.bytes.length / upload.partBytes) }, (_, index) => index + 1);
}

/** Sends what is not acknowledged and completes. */
async function sendOwn(lane: Lane, upload: OpenUpload): Promise<StepEnd> {
  for (const part of partsOf(upload)) {
    if (upload.acknowledged.has(part)) continue;
    const sent = await sendPart(lane, upload, part);
    lane.note(`part ${part} of ${upload.fileId}: ${sent.kind}`);
    if (sent.kind === 'unknown') return 'stop';
    if (sent.kind === 'refused') {
      lane.tally.violations.push(`${lane.name}: refused part ${part} of ${upload.fileId}: ${sent.error}`);
      return 'done';
    }
  }
  return finish(lane, upload, 'complete', () => lane.call('POST', `/drive/v1/uploads/${upload.uploadId}/complete`));
}

/** Query and headers of a request at the S3-style endpoint. */
function signedBy(
  endpoint: UploadKey,
  method: string,
  query: Record<string, string>,
  type = 'application/octet-stream',
) {
  const address = `${endpoint.address}?${new URLSearchParams(query)}`;
  return { query, headers: ossHeaders(endpoint.credentials, method, address, { 'content-type': type }) };
}

/** Sends all parts by the S3-style endpoint, which begins anew, and completes by their list. */
async function sendS3(lane: Lane, upload: OpenUpload, endpoint: UploadKey): Promise<StepEnd> {
  const created = await call(lane.wire, 'POST', endpoint.address, signedBy(endpoint, 'POST', { uploads: '' }));
  if (created.kind !== 'ok') return 'stop';
  upload.acknowledged.clear();
  const listed: string[] = [];
  for (const part of partsOf(upload)) {
    const sent = await sendPart(lane, upload, part);
    if (sent.kind !== 'ok') return 'stop';
    listed.push(`<Part><PartNumber>${part}</PartNumber><ETag>${sent.headers.get('etag')}</ETag></Part>`);
  }
  return finish(lane, upload, 'complete s3', () =>
    call(lane.wire, 'POST', endpoint.address, {
      ...signedBy(endpoint, 'POST', { uploadId: upload.uploadId }, 'application/xml'),
      body: `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`,
    }),
  );
}

function sendWhole(lane: Lane, upload: OpenUpload, endpoint: UploadKey): Promise<StepEnd> {
  return finish(lane, upload, 'put', () =>
    call(lane.wire, 'PUT', endpoint.address, {
      bytes: upload.bytes,
      ...signedBy(endpoint, 'PUT', {}),
    }),
  );
}

function sendAll(lane: Lane, upload: OpenUpload, isWhole: boolean): Promise<StepEnd> {
  if (upload.endpoint === null) return sendOwn(lane, upload);
  return isWhole ? sendWhole(lane, upload, upload.endpoint) : sendS3(lane, upload, upload.endpoint);
}

async function sendNew(
  lane: Lane,
  at: number,
  endpoint: Protocol,
  bytes: Uint8Array,
  partBytes: number,
  isWhole = false,
): Promise<StepEnd> {
  const upload = await begin(lane, at, endpoint, bytes, partBytes);
  return upload ? sendAll(lane, upload, isWhole) : 'done';
}

/** A small file whole in one call: it is there with all its bytes or not at all. */
async function put(lane: Lane, at: number, bytes: Uint8Array): Promise<StepEnd> {
  const parent = pick(lane.folders(), at) ?? '';
  const name = lane.newName('.bin');
  const path = `${parent}/${name}`;
  const entry = fileOf(bytes.length, sha256(bytes));
  return lane.step({
    label: `put ${path} ${bytes.length}`,
    change: (tree) => tree.add(path, entry),
    send: (key) => sendPut(lane, key, bytes, { parent_id: lane.idOf(parent), name }),
    onOk: (answer) => lane.tree.add(path, { ...entry, id: answer.file.id }),
  });
}

/** @param query  where to, and what to do where the name is taken */
export function sendPut(
  lane: Lane,
  key: string,
  bytes: Uint8Array,
  query: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return lane.call('POST', '/drive/v1/uploads', { key, bytes, query });
}

/** Several small files in one call: those that are taken are all there or none is, and one with an impossible name is refused by itself. */
async function putGroup(lane: Lane, at: number, count: number, size: number): Promise<StepEnd> {
  const parent = pick(lane.folders(), at) ?? '';
  const taken = Array.from({ length: count }, (_, nth) => {
    const name = lane.newName('.bin');
    const bytes = nth === 1 ? lane.shared.knownBytes(size) : fresh(lane, 1 + size * 20_000);
    return { path: `${parent}/${name}`, name, bytes, entry: fileOf(bytes.length, sha256(bytes)) };
  });
  const sent = [...taken, { name: 'no/name', bytes: fresh(lane, 10) }];
  const parent_id = lane.idOf(parent);
  return lane.step({
    label: `put together ${taken.map(({ path }) => path).join(' ')}`,
    change: (tree) => {
      for (const { path, entry } of taken) tree.add(path, entry);
    },
    send(key) {
      const files = sent.map(({ name, bytes }, nth) => ({ name, parent_id, size: bytes.length, key: `${key} ${nth}` }));
      const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(files)}\n`), ...sent.map((file) => file.bytes)]);
      return lane.call('POST', '/drive/v1/uploads:batch', { bytes });
    },
    onOk({ files }) {
      for (const [nth, { path, entry }] of taken.entries()) {
        const { file, error } = files[nth];
        if (file) lane.tree.add(path, { ...entry, id: file.id });
        else lane.tally.violations.push(`${lane.name}: refused ${path} among others: ${error.error}`);
      }
      if (files[count].error?.error !== 'file_name_invalid')
        lane.tally.violations.push(`${lane.name}: a file without a possible name was taken among others`);
    },
  });
}

/** Goes on with an upload that was left open: asks which parts are there, and holds the server to what it acknowledged. */
async function resume(lane: Lane, at: number): Promise<StepEnd> {
  const upload = pick([...lane.open.values()], at);
  if (!upload || pathOf(lane, upload.fileId) === undefined) return 'done';
  if (upload.endpoint === null) {
    const state = await lane.call('GET', `/drive/v1/uploads/${upload.uploadId}`);
    if (state.kind === 'unknown') return 'stop';
    const stored: number[] = state.kind === 'ok' ? state.body.parts : [];
    for (const part of upload.acknowledged)
      if (!stored.includes(part))
        lane.tally.lost.push(`${lane.name}: part ${part} of ${upload.uploadId}, which was acknowledged`);
    if (state.kind !== 'ok') return 'done';
    upload.acknowledged = new Set(stored);
    upload.token = state.body.upload_token;
  }
  return sendAll(lane, upload, false);
}

async function abort(lane: Lane, at: number): Promise<StepEnd> {
  const upload = pick([...lane.open.values()], at);
  const path = upload && pathOf(lane, upload.fileId);
  if (!upload || path === undefined) return 'done';
  return lane.step({
    label: `abort ${path}`,
    change: (tree) => tree.remove(path),
    send: () => lane.call('DELETE', `/drive/v1/uploads/${upload.uploadId}`),
    onOk: () => void lane.open.delete(upload.fileId),
  });
}

async function leaveOpen(lane: Lane, at: number, bytes: Uint8Array): Promise<StepEnd> {
  const upload = await begin(lane, at, 'own', bytes, 0);
  if (!upload) return 'done';
  for (const part of partsOf(upload).filter((number) => number % 2 === 0))
    if ((await sendPart(lane, upload, part)).kind === 'unknown') return 'stop';
  return 'done';
}

/** New bytes for the lane's next file. */
function fresh(lane: Lane, sizeBytes: number): Uint8Array {
  return lane.shared.bytesOf(`${lane.name}/${lane.made}`, Math.ceil(sizeBytes));
}

const endpointAt = (way: number): Protocol => (way < 0.5 ? 's3' : 'own');

export const FILE_STEPS = {
  'file-single': (lane, [at, size, way]) =>
    sendNew(lane, at, endpointAt(way), fresh(lane, 1 + size * 60_000), SMALL_PART_BYTES, true),
  'file-parts': (lane, [at, size]) => sendNew(lane, at, 'own', fresh(lane, 65_537 + size * 400_000), 0),
  'file-small-parts': (lane, [at, size]) =>
    sendNew(lane, at, 's3', fresh(lane, 100_001 + size * 500_000), SMALL_PART_BYTES),
  'file-empty': (lane, [at, , way]) => sendNew(lane, at, endpointAt(way), new Uint8Array(0), 0),
  'file-large': (lane, [at]) => sendNew(lane, at, 's3', fresh(lane, LARGE_BYTES), LARGE_PART_BYTES),
  'file-put': (lane, [at, size, way]) =>
    put(lane, at, way < 0.8 ? fresh(lane, 1 + size * 300_000) : lane.shared.knownBytes(size)),
  'file-group': (lane, [at, size, way]) => putGroup(lane, at, 2 + Math.floor(way * 10), size),
  'file-known': (lane, [at, size, way]) =>
    sendNew(lane, at, endpointAt(way), lane.shared.knownBytes(size), SMALL_PART_BYTES),
  'file-left-open': (lane, [at, size]) => leaveOpen(lane, at, fresh(lane, 140_000 + size * 200_000)),
  resume: (lane, [at]) => resume(lane, at),
  abort: (lane, [at]) => abort(lane, at),
} as const satisfies Partial<Record<StepKind, Step>>;
