/**
 * A client made from the wire contract alone: paths and fields as outside programs send them. Imports nothing of the product.
 */
import { createHash } from 'node:crypto';
import { ossHeaders } from '#worker/services/drive/upload/s3/signature/signing-fixture.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // The wire is read as an outside program reads it: by field names, unchecked.
  // biome-ignore lint/suspicious/noExplicitAny: an outside program has no types of ours
  readonly body: any;
}

export interface Person {
  readonly token: string;
  readonly refreshToken: string;
  readonly userId: string;
  readonly get: (path: string, query?: WireCall['query']) => Promise<Answer>;
  /** @param body  sent as JSON */
  readonly post: (path: string, body?: unknown) => Promise<Answer>;
  /** @returns its id */
  readonly makeFolder: (name: string, parentId?: string) => Promise<string>;
  /** Sends a small file in one request. @returns its id */
  readonly put: (name: string, bytes: Uint8Array | string, parentId?: string) => Promise<string>;
  /** Makes a link that has no passcode and no end, but for `terms`. @returns the answer */
  readonly share: (fileIds: readonly string[], terms?: object) => Promise<Answer['body']>;
}

/** The parts of a call besides method and path. */
export interface WireCall {
  /** Sent as JSON; text is sent as it is. */
  readonly body?: unknown;
  readonly bytes?: Uint8Array;
  readonly token?: string;
  /** Idempotency-Key. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
}

export interface WireClient {
  /** @param path  at the origin, or a whole address @throws TypeError when no answer comes */
  call(method: string, path: string, options?: WireCall): Promise<Answer>;
  signIn(username: string, password?: string): Promise<Person>;
  /** Uploads in parts by the S3-style endpoint; returns the file's id when its task is complete. */
  upload(
    person: Pick<Person, 'token'>,
    input: { name: string; bytes: Uint8Array; parentId?: string; partBytes?: number; conflict?: string },
  ): Promise<string>;
  waitTask(person: Pick<Person, 'token'>, taskId: string): Promise<Answer>;
  download(url: string, range?: string): Promise<{ status: number; bytes: Uint8Array; headers: Headers }>;
}

/** No call of a test takes so long; a call that hangs has no answer. */
const CALL_MS = 60_000;

export const DEVICE_ID = '0123456789abcdef0123456789abcdef';

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-1 of the SHA-1s of blocks (wire-contract.md section 4). */
export function gcidOf(bytes: Uint8Array): string {
  let block = 256 * 1024;
  while (bytes.length / block > 512 && block < 2 * 1024 * 1024) block *= 2;
  const outer = createHash('sha1');
  for (let at = 0; at < bytes.length; at += block)
    outer.update(
      createHash('sha1')
        .update(bytes.subarray(at, at + block))
        .digest(),
    );
  return outer.digest('hex').toUpperCase();
}

/** @param tokens  as a sign-in answers */
function personOf(call: WireClient['call'], tokens: Answer['body']): Person {
  const { access_token: token, refresh_token: refreshToken, sub: userId } = tokens;
  const post = (path: string, body?: unknown) => call('POST', path, { token, body });
  const made = ({ status, body }: Answer, what: string): Answer['body'] => {
    if (status !== 200) throw new Error(`${what} answered ${status} ${JSON.stringify(body)}`);
    return body;
  };
  return {
    token,
    refreshToken,
    userId,
    get: (path, query = {}) => call('GET', path, { token, query }),
    post,
    async makeFolder(name, parentId = '') {
      const folder = { kind: 'drive#folder', name, parent_id: parentId };
      return made(await post('/drive/v1/files', folder), 'a folder').file.id;
    },
    async put(name, content, parentId = '') {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
      const query = { name, parent_id: parentId };
      return made(await call('POST', '/drive/v1/uploads', { token, query, bytes }), 'a file').file.id;
    },
    async share(fileIds, terms) {
      const open = { share_to: 'publiclink', pass_code_option: 'NOT_REQUIRED', expiration_days: -1 };
      return made(await post('/drive/v1/share', { ...open, ...terms, file_ids: fileIds }), 'a link');
    },
  };
}

export function makeWireClient(origin: string): WireClient {
  const common = { 'x-device-id': DEVICE_ID, 'x-client-id': 'cli', 'accept-language': 'en-US' };

  async function call(method: string, path: string, options: WireCall = {}): Promise<Answer> {
    const { body, bytes, token, key } = options;
    const query = Object.keys(options.query ?? {}).length > 0 ? `?${new URLSearchParams(options.query)}` : '';
    const address = path.startsWith('/') ? `${origin}${path}` : path;
    const response = await fetch(`${address}${query}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(CALL_MS),
      headers: {
        ...common,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...options.headers,
      },
      ...(bytes === undefined ? {} : { body: Uint8Array.from(bytes) }),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
  }

  async function waitTask(person: Pick<Person, 'token'>, taskId: string): Promise<Answer> {
    for (let tries = 0; tries < 300; tries++) {
      const answer = await call('GET', `/drive/v1/tasks/${taskId}`, { token: person.token });
      if (
        answer.status !== 200 ||
        answer.body.phase === 'PHASE_TYPE_COMPLETE' ||
        answer.body.phase === 'PHASE_TYPE_ERROR'
      )
        return answer;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`task ${taskId} did not end`);
  }

  return {
    call,
    waitTask,
    async signIn(username, password = 'magpie-demo') {
      const captcha = await call('POST', '/v1/shield/captcha/init', {
        body: {
          client_id: 'cli',
          action: 'POST:/v1/auth/signin',
          device_id: DEVICE_ID,
          captcha_token: '',
          meta: { email: username },
        },
      });
      const answer = await call('POST', '/v1/auth/signin', {
        body: { client_id: 'cli', username, password, captcha_token: captcha.body.captcha_token },
        headers: { 'x-captcha-token': captcha.body.captcha_token },
      });
      if (answer.status !== 200) throw new Error(`signin answered ${answer.status} ${JSON.stringify(answer.body)}`);
      return personOf(call, answer.body);
    },
    async upload(person, { name, bytes, parentId = '', partBytes = 5 * 1024 * 1024, conflict = 'keep_both' }) {
      const begun = await call('POST', '/drive/v1/files', {
        token: person.token,
        body: {
          kind: 'drive#file',
          name,
          size: String(bytes.length),
          hash: gcidOf(bytes),
          upload_type: 'UPLOAD_TYPE_RESUMABLE',
          parent_id: parentId,
          folder_type: 'NORMAL',
          resumable: { provider: 'PROVIDER_ALIYUN' },
          conflict,
        },
      });
      if (begun.status !== 200) throw new Error(`create answered ${begun.status} ${JSON.stringify(begun.body)}`);
      if (begun.body.file.phase === 'PHASE_TYPE_COMPLETE') return begun.body.file.id;
      const { params } = begun.body.resumable;
      const base = `${new URL(origin).protocol}//${params.endpoint}/${params.key}`;
      const send = (method: string, query: string, body: BodyInit | null, type = 'application/xml') => {
        const headers = ossHeaders(params, method, `${base}?${query}`, { 'content-type': type });
        return fetch(`${base}?${query}`, { method, headers, body });
      };
      const started = await (await send('POST', 'uploads', null)).text();
      const uploadId = /<UploadId>([^<]+)<\/UploadId>/.exec(started)?.[1] ?? '';
      const parts: string[] = [];
      for (let at = 0, number = 1; at < bytes.length; at += partBytes, number++) {
        const query = `partNumber=${number}&uploadId=${encodeURIComponent(uploadId)}`;
        const put = await send('PUT', query, bytes.slice(at, at + partBytes), 'application/octet-stream');
        if (put.status !== 200) throw new Error(`part ${number} answered ${put.status} ${await put.text()}`);
        await put.arrayBuffer();
        parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${put.headers.get('etag')}</ETag></Part>`);
      }
      const list = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const done = await send('POST', `uploadId=${encodeURIComponent(uploadId)}`, list);
      const doneText = await done.text();
      if (done.status !== 200) throw new Error(`complete answered ${done.status} ${doneText}`);
      const task = await waitTask(person, begun.body.task.id);
      if (task.body.phase !== 'PHASE_TYPE_COMPLETE')
        throw new Error(`upload task ended ${task.body.phase} ${task.body.message}`);
      return task.body.file_id;
    },
    async download(url, range) {
      const response = await fetch(url, range ? { headers: { range } } : {});
      return {
        status: response.status,
        bytes: new Uint8Array(await response.arrayBuffer()),
        headers: response.headers,
      };
    },
  };
}
