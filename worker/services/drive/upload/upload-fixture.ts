/**
 * Uploads for the tests of this module: a person with a drive, operations with defaults, both protocols as routes.
 */

import { env as bound, createExecutionContext, runInDurableObject, waitOnExecutionContext } from 'cloudflare:test';
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { CreateAnswer, UploadSession } from '#shared/drive/upload.contract.ts';
import { type Result, toErrorData, unwrap } from '#shared/errors.ts';
import { asUploadId, type ContentKey, type NodeId, type UserId } from '#shared/ids.ts';
import type { PlanLimits } from '#shared/membership/plans.ts';
import { makePlans } from '#shared/membership/plans-fixture.ts';
import type { Env } from '#worker/env.ts';
import { readConfig } from '#worker/env.ts';
import { readSecrets } from '#worker/env-secrets.ts';
import { objectsOf } from '#worker/objects.ts';
import { makeArchiveEngine } from '#worker/platform/archives/engine.ts';
import { makeAtOnce } from '#worker/platform/at-once.ts';
import { makeBlobStore } from '#worker/platform/blobs/index.ts';
import { systemClock } from '#worker/platform/clock.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { makeDownloader } from '#worker/platform/downloader/service.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { makeRouter } from '#worker/platform/http.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { makePictureCodec } from '#worker/platform/pictures/codec.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { makeTextReader } from '#worker/platform/texts/reader.ts';
import { makeEntryRoutes } from '../archive/look/endpoint.ts';
import { makeContentRoutes } from '../content/endpoint.ts';
import { contentLink } from '../content/link.ts';
import { contentSourcesOf } from '../content-sources.ts';
import { type DriveDeps, driveOf } from '../deps.ts';
import { makeImageSigner } from '../images/link.ts';
import { makeZipRoutes, type SharedRoots, type ZipRouteDeps } from '../zip/endpoint.ts';
import { type BeginUploadInput, beginUpload } from './begin-upload.ts';
import { completeUpload } from './complete-upload.ts';
import type { uploadPart } from './part.ts';
import { type PutFileInput, putFile } from './put/put-file.ts';
import { type GroupInput, putGroup } from './put/put-group.ts';
import { uploadState, uploads } from './read-uploads.ts';
import { receivePart, type UploadPartDeps } from './receive-part.ts';
import { makeUploadRoutes } from './s3/endpoint.ts';
import { ossHeaders } from './s3/signature/signing-fixture.ts';
import { credentialsOf } from './token.ts';

const env = bound as unknown as Env;
const objects = objectsOf(env);
export const MIB = 1024 * 1024;
export const ORIGIN = 'http://localhost:8787';

/** Another number for each test file: the files share one blob index, and equal content there is one blob. */
function fileSalt(): number {
  let salt = 0;
  for (const letter of expect.getState().testPath ?? '') salt = (Math.imul(salt, 31) + letter.charCodeAt(0)) >>> 0;
  return salt;
}

/** Bytes that look random and are the same for the same seed in one test file. */
export function bytesOf(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  const cells = new Uint32Array(Math.ceil(length / 4));
  let state = (seed ^ fileSalt()) >>> 0 || 1;
  for (let at = 0; at < cells.length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    cells[at] = state;
  }
  return new Uint8Array(cells.buffer, 0, length).slice();
}

interface UploaderOptions {
  readonly storageBytes?: number;
  readonly free?: Partial<PlanLimits>;
  readonly limits?: Partial<DriveDeps['limits']>;
  readonly sharedRoots?: SharedRoots;
  readonly countOpenCall?: ZipRouteDeps['countOpenCall'];
  readonly drives?: (drives: DriveDeps['drives']) => DriveDeps['drives'];
}

function makeUploaderDeps(options: UploaderOptions): DriveDeps & Pick<UploadPartDeps, 'requireDiskSpace'> {
  const config = readConfig(env);
  const keyring = makeKeyring(readSecrets(env).rootHex);
  return {
    drives: options.drives?.(objects.drives) ?? objects.drives,
    blobIndex: objects.blobIndex,
    blobs: makeBlobStore(env),
    keyring,
    codec: makePictureCodec(env.CODEC),
    archiveEngine: makeArchiveEngine(env.CODEC),
    texts: makeTextReader(env.CODEC),
    insideSearches: makeAtOnce(2, systemClock),
    imageSigner: makeImageSigner({ keyring, contentOrigin: config.contentOrigin }),
    appOrigin: config.appOrigin,
    contentOrigin: config.contentOrigin,
    limits: { ...config.limits, ...options.limits },
    plans: async () => {
      const { free, premium } = makePlans(options.storageBytes ?? 1_000 * MIB);
      return { free: { ...free, ...options.free }, premium };
    },
    outgoing: config.outgoing,
    downloader: makeDownloader({}),
    sharedAmong: async () => [],
    people: { find: async () => '', nameOf: async () => 'Owner', exists: async () => true },
    clock: systemClock,
    requireDiskSpace: async () => {},
  };
}

/** Sends to the S3-style endpoint, signed where the token asks for it, unless the test signs by itself. */
function makeS3Client(deps: ReturnType<typeof makeUploaderDeps>) {
  const routes = makeRouter();
  routes.use(async (c, next) => {
    c.set('requireDiskSpace', deps.requireDiskSpace);
    c.set('origin', ORIGIN);
    await next();
  });
  routes.route('/', makeUploadRoutes(deps));
  return async (
    method: string,
    path: string,
    token: string,
    options: { body?: BodyInit; headers?: Record<string, string> } = {},
  ): Promise<Response> => {
    const address = `${ORIGIN}${path}`;
    const { accessKeyId, accessKeySecret } = await credentialsOf(deps.keyring, token);
    const credentials = {
      access_key_id: accessKeyId,
      access_key_secret: accessKeySecret,
      security_token: token,
    };
    const isText = typeof options.body === 'string';
    const given = { ...(isText ? { 'content-type': 'text/plain' } : {}), ...options.headers };
    const isSignedHere = options.headers?.['authorization'] !== undefined || token === '';
    const headers = new Headers(isSignedHere ? given : ossHeaders(credentials, method, address, given));
    if (options.body instanceof Uint8Array) headers.set('content-length', String(options.body.length));
    return routes.request(new Request(address, { method, headers, body: options.body ?? null }));
  };
}

/** Requests to the content origin: files, and several of them as one zip file. */
function makeContentClient(deps: DriveDeps, options: UploaderOptions) {
  const content = new Hono<AppEnv>();
  content.use(async (c, next) => {
    c.set('hostKind', 'content');
    await next();
  });
  content.onError((error) => Response.json(toErrorData(error), { status: 500 }));
  const { sharedRoots = async () => null, countOpenCall = async () => undefined } = options;
  const linkTraffic = { add: () => undefined, fold: async () => undefined };
  const linkCounts = { sent: () => undefined, started: () => undefined, requested: () => undefined };
  const counts = { linkTraffic, linkCounts };
  const sources = contentSourcesOf(deps, { share: async () => null, evidence: async () => null });
  const contentDeps = { ...deps, ...counts, ...sources };
  content.route('/', makeContentRoutes(contentDeps));
  content.route('/', makeEntryRoutes({ ...contentDeps, countOpenCall }));
  content.route('/', makeZipRoutes({ ...deps, ...counts, sharedRoots, countOpenCall }));
  async function fetchWith(context: ExecutionContext, url: string, init: RequestInit) {
    const answer = await content.request(new Request(url, init), undefined, undefined, context);
    return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) };
  }
  return {
    contentSources: sources.contentSources,
    /** Leaves the body to the test. */
    async openContent(url: string, init: RequestInit = {}) {
      const context = createExecutionContext();
      const answer = await content.request(new Request(url, init), undefined, undefined, context);
      if (!answer.body) throw new Error('no body');
      return { body: answer.body, ended: () => waitOnExecutionContext(context) };
    },
    fetchContent: (url: string, init: RequestInit = {}) => fetchWith(createExecutionContext(), url, init),
    /** Waits until what was sent is counted, which is a second later. */
    async fetchCounted(url: string, init: RequestInit = {}) {
      const context = createExecutionContext();
      const answer = await fetchWith(context, url, init);
      await waitOnExecutionContext(context);
      return answer;
    },
  };
}

/** A refusal as `name/reason`. */
function valueOrRefusal<T>(end: Result<T>): T | string {
  if (end.ok) return end.value;
  const { name, detail } = end.error;
  return detail?.reason === undefined ? name : `${name}/${detail.reason}`;
}

export function makeUploader(options: UploaderOptions = {}) {
  const deps = makeUploaderDeps(options);
  const caller: Caller = { userId: newWireId() as UserId, sessionId: 'family', epoch: 1, clientId: 'test', scopes: [] };
  const call = (idempotencyKey: string | null = null): CallContext => ({
    requestId: 'test',
    nowMs: systemClock.nowMs(),
    locale: 'en-US',
    address: '',
    deviceId: '',
    clientId: 'test',
    userAgent: '',
    captchaToken: '',
    idempotencyKey,
    origin: ORIGIN,
    caller,
  });

  function begin(
    input: Partial<BeginUploadInput> & { sizeBytes: number },
    idempotencyKey: string | null = null,
  ): Promise<CreateAnswer> {
    const whole = {
      parentId: '',
      name: 'file.bin',
      gcid: '',
      contentKey: '',
      protocol: 'own' as const,
      modifiedMs: null,
      ...input,
    };
    return beginUpload(deps, caller, whole, call(idempotencyKey));
  }

  async function beginOwn(input: Partial<BeginUploadInput> & { sizeBytes: number }): Promise<UploadSession> {
    const { upload } = await begin(input);
    if (!upload) throw new Error('no session');
    return upload;
  }

  async function beginS3(sizeBytes: number, name = 'file.bin') {
    const { resumable, file, task } = await begin({ sizeBytes, name, protocol: 's3' });
    if (!resumable || !file || !task) throw new Error('no credentials');
    const { params } = resumable;
    const { key, security_token: token } = params;
    return { key, token, params, uploadId: key.slice(2), file, task };
  }

  function part(session: UploadSession, number: number, bytes: Uint8Array<ArrayBuffer>, sizeBytes = bytes.length) {
    const body = new Response(bytes).body;
    return receivePart(
      deps,
      { uploadId: session.upload_id, part: number, token: session.upload_token, body, sizeBytes },
      systemClock.nowMs(),
    );
  }

  async function parts(session: UploadSession, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    for (let number = 1; number <= session.part_count; number += 1) {
      await part(session, number, bytes.slice((number - 1) * session.part_size, number * session.part_size));
    }
  }

  /** Uploads with our own protocol to the end. */
  async function upload(bytes: Uint8Array<ArrayBuffer>, input: Partial<BeginUploadInput> = {}) {
    const { upload: session, file, task } = await begin({ sizeBytes: bytes.length, ...input });
    if (!session && file) return { file, task };
    if (!session) throw new Error('no session');
    await parts(session, bytes);
    return complete(session.upload_id);
  }

  /** Sends a small file in one call. */
  function put(
    bytes: Uint8Array<ArrayBuffer>,
    input: Partial<PutFileInput> = {},
    idempotencyKey: string | null = null,
  ) {
    const { body } = new Response(bytes);
    const whole = { parentId: '', name: 'file.bin', modifiedMs: null, sizeBytes: bytes.length, body, ...input };
    return putFile(deps, caller, whole, call(idempotencyKey));
  }

  /** Sends small files in one call. @returns what came of each; refusals as `name/reason` */
  async function group(files: readonly Partial<GroupInput>[]) {
    const plain = (at: number) => ({ parentId: '', name: `${at}.bin`, modifiedMs: null, bytes: bytesOf(10, at) });
    const inputs = files.map((file, at): GroupInput => ({ ...plain(at), key: newWireId(), ...file }));
    const ends = await putGroup(deps, caller, inputs, call());
    return ends.map(valueOrRefusal);
  }

  function complete(uploadId: string) {
    return completeUpload(deps, caller, asUploadId(uploadId));
  }

  return {
    deps,
    caller,
    call,
    stub: objects.drives.getByName(caller.userId),
    begin,
    beginOwn,
    beginS3,
    part,
    parts,
    put,
    group,
    upload,
    complete,
    s3: makeS3Client(deps),
    ...makeContentClient(deps, options),
    uploads: (limit = 0, pageToken = '') => uploads(deps, caller, { limit, pageToken }),
    state: (id: string) => uploadState(deps, caller, asUploadId(id), call()),
    abort: async (id: string) =>
      void unwrap(await driveOf<typeof uploadPart>(deps, caller.userId).abortUpload(callerData(caller), id)),
    nodeId: (id: string) => id as NodeId,
  };
}

export type Uploader = ReturnType<typeof makeUploader>;

async function linkOf(person: Uploader, fileId: string, contentKey: string): Promise<string> {
  const { userId, sessionId, epoch } = person.caller;
  const link = await contentLink(
    person.deps,
    {
      kind: 'drive',
      ownerId: userId,
      nodeId: person.nodeId(fileId),
      contentKey: contentKey as ContentKey,
      expiresAtMs: 4e12,
      attachment: false,
      sessionId,
      tokenEpoch: epoch,
    },
    'file.bin',
  );
  return link.url;
}

export function rows<T>(person: Uploader, sql: string): Promise<T[]> {
  return runInDurableObject(person.stub, (_object, state) => state.storage.sql.exec(sql).toArray() as T[]);
}

/** The windows of parts that came in are to be read, as where they are across two parts. */
export async function forgetDigests(person: Uploader): Promise<void> {
  await rows(person, 'UPDATE upload_parts SET digests = NULL');
}

export async function spaceOf(person: Uploader): Promise<{ usage_bytes: number; reserved_bytes: number }> {
  const [space] = await rows<{ usage_bytes: number; reserved_bytes: number }>(
    person,
    'SELECT usage_bytes, reserved_bytes FROM space',
  );
  if (!space) throw new Error('no space');
  return space;
}

export async function contentKeyOf(person: Uploader, fileId: string): Promise<string> {
  const [row] = await rows<{ content_key: string }>(person, `SELECT content_key FROM nodes WHERE id = '${fileId}'`);
  return row?.content_key ?? '';
}

/** Short enough to be compared and printed. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Bytes of what a file holds or held. */
export async function readContent(person: Uploader, fileId: string, contentKey: string): Promise<Uint8Array> {
  return (await person.fetchContent(await linkOf(person, fileId, contentKey))).bytes;
}

export async function read(person: Uploader, fileId: string): Promise<Uint8Array> {
  return readContent(person, fileId, await contentKeyOf(person, fileId));
}

/** Name and reason of the refusal, or '' when there was none. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return '';
  } catch (error) {
    const { errorName, detail } = error as { errorName?: string; detail?: { reason?: string } };
    if (!errorName) throw error;
    return detail?.reason ? `${errorName}/${detail.reason}` : errorName;
  }
}

/** Status and code of an answer of the storage protocol; the code of a success is ''. */
export async function codeOf(answer: Response): Promise<string> {
  return `${answer.status} ${/<Code>(\w+)<\/Code>/.exec(await answer.text())?.[1] ?? ''}`;
}

/** Tests with a new person who uploads. */
export const personTest = test.extend('person', () => makeUploader());
