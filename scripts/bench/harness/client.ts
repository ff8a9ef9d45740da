/** The product's calls as an outside program makes them: people, folders, uploads, shares, content links. */
import http from 'node:http';
import { type FileBytes, putBytes, sendBytes } from './bytes.ts';

const DEVICE_ID = '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b';
const TASK_POLL_MS = 20;
const TASK_TRIES = 15_000;

/** A signed-in person's calls. */
export interface BenchPerson {
  token: string;
  makeFolder(name: string, parentId: string): Promise<string>;
  /** Sends a file and waits until its bytes are stored; its task may still run. */
  send(file: FileBytes, name: string, parentId: string, lanes: number): Promise<SentFile>;
  untilDone(sent: SentFile): Promise<void>;
  /** Signed address of a file's bytes. */
  contentLink(fileId: string): Promise<string>;
  share(fileIds: readonly string[]): Promise<string>;
}

export interface SentFile {
  id: string;
  /** '' when the file was whole when its last call answered. */
  taskId: string;
}

interface UploadAnswer {
  file: { id: string; phase: string };
  task: { id: string; phase: string } | null;
  upload?: { upload_id: string; upload_token: string; part_size: number; part_count: number };
}

/** Smaller files go in one request, as the pages send them. */
const WHOLE_BYTES = 2 ** 20;
const CALL_HEADERS = { 'x-device-id': DEVICE_ID, 'x-client-id': 'cli', 'accept-language': 'en-US' };

const COMPLETE = 'PHASE_TYPE_COMPLETE';

/** One JSON call. @throws Error on any answer but 200 */
export async function callJson<T>(url: string, method: string, token: string, body?: unknown): Promise<T> {
  const response = await fetch(url, {
    method,
    headers: {
      ...CALL_HEADERS,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method} ${url} answered ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text) as T;
}

/** Signs a demo person in. */
export async function signIn(origin: string, username: string): Promise<BenchPerson> {
  const captcha = await callJson<{ captcha_token: string }>(`${origin}/v1/shield/captcha/init`, 'POST', '', {
    client_id: 'cli',
    action: 'POST:/v1/auth/signin',
    device_id: DEVICE_ID,
    captcha_token: '',
    meta: { email: username },
  });
  const signedIn = await callJson<{ access_token: string }>(`${origin}/v1/auth/signin`, 'POST', '', {
    client_id: 'cli',
    username,
    password: 'magpie-demo',
    captcha_token: captcha.captcha_token,
  });
  return personOf(origin, signedIn.access_token);
}

function personOf(origin: string, token: string): BenchPerson {
  const call = <T>(method: string, path: string, body?: unknown): Promise<T> =>
    callJson<T>(`${origin}${path}`, method, token, body);
  return {
    token,
    async makeFolder(name, parentId) {
      const made = await call<UploadAnswer>('POST', '/drive/v1/files', {
        kind: 'drive#folder',
        name,
        parent_id: parentId,
      });
      return made.file.id;
    },
    async send(file, name, parentId, lanes) {
      if (file.sizeBytes < WHOLE_BYTES) {
        const query = new URLSearchParams({ name, parent_id: parentId });
        const headers = { ...CALL_HEADERS, authorization: `Bearer ${token}` };
        const url = `${origin}/drive/v1/uploads?${query}`;
        const text = await sendBytes('POST', url, headers, file, 0, file.sizeBytes);
        return { id: (JSON.parse(text) as UploadAnswer).file.id, taskId: '' };
      }
      const created = await call<UploadAnswer>('POST', '/drive/v1/files', {
        kind: 'drive#file',
        name,
        size: String(file.sizeBytes),
        hash: '',
        upload_type: 'UPLOAD_TYPE_RESUMABLE',
        parent_id: parentId,
        resumable: { provider: 'PROVIDER_MAGPIE' },
      });
      const { upload } = created;
      if (upload === undefined) throw new Error(`no upload session: ${JSON.stringify(created).slice(0, 300)}`);
      await sendParts(file, upload.part_size, lanes, (part) => ({
        url: `${origin}/drive/v1/uploads/${upload.upload_id}/parts/${part}`,
        headers: { 'x-upload-token': upload.upload_token },
      }));
      const done = await call<UploadAnswer>('POST', `/drive/v1/uploads/${upload.upload_id}/complete`, {});
      return { id: done.file.id, taskId: done.file.phase === COMPLETE ? '' : (done.task?.id ?? '') };
    },
    async untilDone({ taskId }) {
      if (taskId === '') return;
      for (let tries = 0; tries < TASK_TRIES; tries++) {
        const task = await call<{ phase: string; message: string }>('GET', `/drive/v1/tasks/${taskId}`);
        if (task.phase === COMPLETE) return;
        if (task.phase === 'PHASE_TYPE_ERROR') throw new Error(`the upload failed: ${task.message}`);
        await new Promise((resolve) => setTimeout(resolve, TASK_POLL_MS));
      }
      throw new Error(`task ${taskId} did not end`);
    },
    async contentLink(fileId) {
      const file = await call<{ web_content_link: string }>('GET', `/drive/v1/files/${fileId}`);
      return file.web_content_link;
    },
    async share(fileIds) {
      const body = { file_ids: fileIds, share_to: 'publiclink', expiration_days: -1, pass_code_option: 'NOT_REQUIRED' };
      const made = await call<{ share_id: string }>('POST', '/drive/v1/share', body);
      return made.share_id;
    },
  };
}

/** Signs in by the form, as a browser does. @returns the session's cookie */
export async function sessionCookie(origin: string, username = 'bob@example.com'): Promise<string> {
  const response = await fetch(`${origin}/auth`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ username, password: 'magpie-demo' }).toString(),
  });
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  if (response.status !== 303 || cookie === '') throw new Error(`signing in answered ${response.status}`);
  return cookie;
}

export interface SignInAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number;
  readonly error: string;
}

/** Signs a demo person in with the right password. @param localAddress  address of this machine the call comes from */
export function trySignIn(origin: string, localAddress: string): Promise<SignInAnswer> {
  const { port } = new URL(origin);
  const body = JSON.stringify({ client_id: 'cli', username: 'bob@example.com', password: 'magpie-demo' });
  const headers = {
    host: `localhost:${port}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve, reject) => {
    http
      .request(
        { host: '127.0.0.1', port, path: '/v1/auth/signin', method: 'POST', localAddress, headers, agent: false },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (piece: string) => {
            text += piece;
          });
          answer.once('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              retryAfterSeconds: Number(answer.headers['retry-after'] ?? 1),
              error: (JSON.parse(text) as { error?: string }).error ?? '',
            }),
          );
        },
      )
      .once('error', reject)
      .end(body);
  });
}

/** Sends a file in parts over a few connections at once. @param target  where part 1, 2, ... goes */
export async function sendParts(
  file: FileBytes,
  partBytes: number,
  lanes: number,
  target: (part: number) => { url: string; headers: Record<string, string> },
): Promise<void> {
  const count = Math.ceil(file.sizeBytes / partBytes);
  let next = 1;
  const lane = async (): Promise<void> => {
    for (let part = next++; part <= count; part = next++) {
      const start = (part - 1) * partBytes;
      const { url, headers } = target(part);
      await putBytes(url, headers, file, start, Math.min(start + partBytes, file.sizeBytes));
    }
  };
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane));
}
