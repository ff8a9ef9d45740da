/** Steps that send bytes: by both doors, whole and in parts, and what becomes of uploads that were left open. */
import { type Body, call, type Outcome, sha256 } from './calls.ts';
import type { Lane, OpenUpload, StepEnd } from './lane.ts';
import type { PlannedStep } from './plan.ts';

const MIB = 1024 * 1024;
/** Above 32 MiB a file is hashed by a job of its own. */
const LARGE_BYTES = 33 * MIB + 1;
const LARGE_PART_BYTES = 8 * MIB;
const SMALL_PART_BYTES = 100_000;
const HASH_POLL_MS = 25;
const HASH_TRIES = 2_400;

type Door = 'own' | 's3';

/** @param numbers  the second one says which */
export function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[Math.floor(at * list.length)];
}

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
      door: null,
      acknowledged,
    };
  const params = body.resumable?.params;
  if (!params) return null;
  const door = { address: `http://${params.endpoint}/${params.key}`, token: params.security_token };
  return { fileId, uploadId: params.key.slice(2), bytes, partBytes, token: '', door, acknowledged };
}

async function begin(
  lane: Lane,
  at: number,
  door: Door,
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
    resumable: { provider: door === 'own' ? 'PROVIDER_MAGPIE' : 'PROVIDER_ALIYUN' },
  };
  const entry = {
    id: '',
    isFile: true,
    sizeBytes: bytes.length,
    isPending: !isEmpty,
    sha256: isEmpty ? sha256(bytes) : '',
  };
  await lane.attempt({
    says: `begin ${path} ${bytes.length} ${door}`,
    change: (tree) => tree.add(path, entry),
    send: (key) => call(lane.origin, 'POST', '/drive/v1/files', { token: lane.person.token, key, body }),
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
  const outcome = upload.door
    ? await call(lane.origin, 'PUT', upload.door.address, {
        bytes,
        headers: { 'x-oss-security-token': upload.door.token },
        query: { partNumber: String(part), uploadId: upload.uploadId },
      })
    : await call(lane.origin, 'PUT', `/drive/v1/uploads/${upload.uploadId}/parts/${part}`, {
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

/** What a job hashes is complete some time after its last call; until then the file is none that counts. */
async function untilHashed(lane: Lane, { fileId }: OpenUpload): Promise<StepEnd> {
  for (let tries = 0; tries < HASH_TRIES; tries++) {
    const asked = await call(lane.origin, 'GET', `/drive/v1/files/${fileId}`, { token: lane.person.token });
    if (asked.kind === 'unknown') return 'stop';
    if (asked.kind === 'ok' && asked.body.phase === 'PHASE_TYPE_COMPLETE') return 'done';
    await new Promise((resolve) => setTimeout(resolve, HASH_POLL_MS));
  }
  lane.tally.violations.push(`${lane.name}: file ${fileId} was completed and is not whole`);
  return 'done';
}

/** The call that makes the file complete. */
async function finish(lane: Lane, upload: OpenUpload, says: string, send: () => Promise<Outcome>): Promise<StepEnd> {
  const path = pathOf(lane, upload.fileId);
  if (path === undefined) return 'done';
  const digest = sha256(upload.bytes);
  const end = await lane.attempt({
    says: `${says} ${path}`,
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
  return finish(lane, upload, 'complete', () =>
    call(lane.origin, 'POST', `/drive/v1/uploads/${upload.uploadId}/complete`, { token: lane.person.token }),
  );
}

/** Sends all parts by the S3-style door, which begins anew, and completes by their list. */
async function sendS3(lane: Lane, upload: OpenUpload, door: { address: string; token: string }): Promise<StepEnd> {
  const headers = { 'x-oss-security-token': door.token };
  const begun = await call(lane.origin, 'POST', door.address, { headers, query: { uploads: '' } });
  if (begun.kind !== 'ok') return 'stop';
  upload.acknowledged.clear();
  const listed: string[] = [];
  for (const part of partsOf(upload)) {
    const sent = await sendPart(lane, upload, part);
    if (sent.kind !== 'ok') return 'stop';
    listed.push(`<Part><PartNumber>${part}</PartNumber><ETag>${sent.headers.get('etag')}</ETag></Part>`);
  }
  return finish(lane, upload, 'complete s3', () =>
    call(lane.origin, 'POST', door.address, {
      headers,
      query: { uploadId: upload.uploadId },
      body: `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`,
    }),
  );
}

function sendWhole(lane: Lane, upload: OpenUpload, door: { address: string; token: string }): Promise<StepEnd> {
  return finish(lane, upload, 'put', () =>
    call(lane.origin, 'PUT', door.address, { bytes: upload.bytes, headers: { 'x-oss-security-token': door.token } }),
  );
}

function sendAll(lane: Lane, upload: OpenUpload, isWhole: boolean): Promise<StepEnd> {
  if (upload.door === null) return sendOwn(lane, upload);
  return isWhole ? sendWhole(lane, upload, upload.door) : sendS3(lane, upload, upload.door);
}

async function sendNew(
  lane: Lane,
  at: number,
  door: Door,
  bytes: Uint8Array,
  partBytes: number,
  isWhole = false,
): Promise<StepEnd> {
  const upload = await begin(lane, at, door, bytes, partBytes);
  return upload ? sendAll(lane, upload, isWhole) : 'done';
}

/** A small file whole in one call: it is there with all its bytes or not at all. */
async function put(lane: Lane, at: number, bytes: Uint8Array): Promise<StepEnd> {
  const parent = pick(lane.folders(), at) ?? '';
  const name = lane.newName('.bin');
  const path = `${parent}/${name}`;
  const entry = { id: '', isFile: true, sizeBytes: bytes.length, isPending: false, sha256: sha256(bytes) };
  await lane.attempt({
    says: `put ${path} ${bytes.length}`,
    change: (tree) => tree.add(path, entry),
    send: (key) => sendPut(lane, key, bytes, { parent_id: lane.idOf(parent), name }),
    onOk: (answer) => lane.tree.add(path, { ...entry, id: answer.file.id }),
  });
  return 'done';
}

/** @param query  where to, and what to do where the name is taken */
export function sendPut(
  lane: Lane,
  key: string,
  bytes: Uint8Array,
  query: Readonly<Record<string, string>>,
): Promise<Outcome> {
  return call(lane.origin, 'POST', '/drive/v1/uploads', { token: lane.person.token, key, bytes, query });
}

/** Goes on with an upload that was left open: asks which parts are there, and holds the server to what it acknowledged. */
async function resume(lane: Lane, at: number): Promise<StepEnd> {
  const upload = pick([...lane.open.values()], at);
  if (!upload || pathOf(lane, upload.fileId) === undefined) return 'done';
  if (upload.door === null) {
    const state = await call(lane.origin, 'GET', `/drive/v1/uploads/${upload.uploadId}`, { token: lane.person.token });
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
  await lane.attempt({
    says: `abort ${path}`,
    change: (tree) => tree.remove(path),
    send: () => call(lane.origin, 'DELETE', `/drive/v1/uploads/${upload.uploadId}`, { token: lane.person.token }),
    onOk: () => void lane.open.delete(upload.fileId),
  });
  return 'done';
}

async function leaveOpen(lane: Lane, at: number, bytes: Uint8Array): Promise<StepEnd> {
  const upload = await begin(lane, at, 'own', bytes, 0);
  if (!upload) return 'done';
  for (const part of partsOf(upload).filter((number) => number % 2 === 0))
    if ((await sendPart(lane, upload, part)).kind === 'unknown') return 'stop';
  return 'done';
}

export function fileStep(lane: Lane, step: PlannedStep): Promise<StepEnd> | null {
  const [at, size, way] = step.numbers;
  const fresh = (sizeBytes: number): Uint8Array =>
    lane.shelf.bytesOf(`${lane.name}/${lane.made}`, Math.ceil(sizeBytes));
  switch (step.kind) {
    case 'file-single':
      return sendNew(lane, at, way < 0.5 ? 's3' : 'own', fresh(1 + size * 60_000), SMALL_PART_BYTES, true);
    case 'file-parts':
      return sendNew(lane, at, 'own', fresh(65_537 + size * 400_000), 0);
    case 'file-small-parts':
      return sendNew(lane, at, 's3', fresh(100_001 + size * 500_000), SMALL_PART_BYTES);
    case 'file-empty':
      return sendNew(lane, at, way < 0.5 ? 's3' : 'own', new Uint8Array(0), 0);
    case 'file-large':
      return sendNew(lane, at, 's3', fresh(LARGE_BYTES), LARGE_PART_BYTES);
    case 'file-put':
      return put(lane, at, way < 0.8 ? fresh(1 + size * 300_000) : lane.shelf.knownBytes(size));
    case 'file-known':
      return sendNew(lane, at, way < 0.5 ? 's3' : 'own', lane.shelf.knownBytes(size), SMALL_PART_BYTES);
    case 'file-left-open':
      return leaveOpen(lane, at, fresh(140_000 + size * 200_000));
    case 'resume':
      return resume(lane, at);
    case 'abort':
      return abort(lane, at);
    default:
      return null;
  }
}
