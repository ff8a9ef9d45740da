/** The product's calls as an outside program makes them: people, folders, uploads, shares, content links. */
import http from 'node:http';
import { DEVICE_ID, makeWireClient } from '#test/flow/wire-client.ts';
import { type FileBytes, putBytes, sendBytes } from './bytes.ts';
import { inLanes } from './measure.ts';

const TASK_POLL_MS = 20;
const TASK_TRIES = 15_000;
/** Smaller files go in one request, as the pages send them. */
const WHOLE_BYTES = 2 ** 20;
const COMPLETE = 'PHASE_TYPE_COMPLETE';
const wire = makeWireClient('');

export interface SentFile {
  readonly id: string;
  /** '' when the file was whole when its last call answered. */
  readonly taskId: string;
}

/** An upload in parts. */
export interface OpenUpload {
  readonly partBytes: number;
  /** Where part 1, 2, ... goes. */
  readonly part: (part: number) => { url: string; headers: Record<string, string> };
  /** Its task may still run. */
  readonly complete: () => Promise<SentFile>;
}

/** A signed-in person's calls. */
export interface BenchPerson {
  readonly token: string;
  /** @param target  path at the origin @throws Error on any answer but 200 */
  call<T>(method: string, target: string, body?: unknown): Promise<T>;
  makeFolder(name: string, parentId: string): Promise<string>;
  begin(file: FileBytes, name: string, parentId: string): Promise<OpenUpload>;
  /** Sends a file and waits until its bytes are stored; its task may still run. */
  send(file: FileBytes, name: string, parentId: string, lanes: number): Promise<SentFile>;
  /** Sends small files in one request. @param name  of each, with a number behind it @throws Error when one is not stored */
  sendGroup(files: readonly FileBytes[], name: string, parentId: string): Promise<void>;
  untilDone(sent: Pick<SentFile, 'taskId'>): Promise<void>;
  /** Sends a file and waits until it is whole. @returns its id */
  sendWhole(file: FileBytes, name: string, parentId?: string, lanes?: number): Promise<string>;
  /** Signed address of a file's bytes. */
  contentLink(fileId: string): Promise<string>;
  share(fileIds: readonly string[]): Promise<string>;
}

interface UploadAnswer {
  readonly file: { id: string; phase: string };
  readonly task: { id: string } | null;
  readonly upload?: { upload_id: string; upload_token: string; part_size: number };
}

/** One JSON call. @throws Error on any answer but 200 */
export async function callJson<T>(url: string, method: string, token: string, body?: unknown): Promise<T> {
  const answer = await wire.call(method, url, { token, body });
  if (answer.status !== 200)
    throw new Error(`${method} ${url} answered ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
  return answer.body;
}

/** Signs a demo person in. */
export async function signIn(origin: string, username: string): Promise<BenchPerson> {
  return personOf(origin, (await makeWireClient(origin).signIn(username)).token);
}

function personOf(origin: string, token: string): BenchPerson {
  const call = <T>(method: string, target: string, body?: unknown): Promise<T> =>
    callJson<T>(`${origin}${target}`, method, token, body);
  const sentOf = ({ file, task }: UploadAnswer): SentFile => ({
    id: file.id,
    taskId: file.phase === COMPLETE ? '' : (task?.id ?? ''),
  });
  const person: BenchPerson = {
    token,
    call,
    async makeFolder(name, parentId) {
      const body = { kind: 'drive#folder', name, parent_id: parentId };
      return (await call<UploadAnswer>('POST', '/drive/v1/files', body)).file.id;
    },
    async begin(file, name, parentId) {
      const body = uploadBody(name, parentId, file.sizeBytes, 'PROVIDER_MAGPIE');
      const { upload } = await call<UploadAnswer>('POST', '/drive/v1/files', body);
      if (upload === undefined) throw new Error(`no upload session for ${name}`);
      const target = `/drive/v1/uploads/${upload.upload_id}`;
      return {
        partBytes: upload.part_size,
        part: (part) => ({
          url: `${origin}${target}/parts/${part}`,
          headers: { 'x-upload-token': upload.upload_token },
        }),
        complete: async () => sentOf(await call<UploadAnswer>('POST', `${target}/complete`, {})),
      };
    },
    async send(file, name, parentId, lanes) {
      if (file.sizeBytes < WHOLE_BYTES) {
        const query = new URLSearchParams({ name, parent_id: parentId });
        const headers = { 'x-device-id': DEVICE_ID, authorization: `Bearer ${token}` };
        const text = await sendBytes('POST', `${origin}/drive/v1/uploads?${query}`, headers, file, 0, file.sizeBytes);
        return sentOf(JSON.parse(text) as UploadAnswer);
      }
      const upload = await person.begin(file, name, parentId);
      await sendParts(file, upload.partBytes, lanes, upload.part);
      return upload.complete();
    },
    async sendGroup(files, name, parentId) {
      const line = files.map(({ sizeBytes }, at) => ({
        name: `${name} ${at}`,
        parent_id: parentId,
        size: sizeBytes,
        key: `${name} ${at} ${performance.now()}`,
      }));
      const parts = files.flatMap((file) => [...file.read(0, file.sizeBytes)]);
      const body = Buffer.concat([Buffer.from(`${JSON.stringify(line)}\n`), ...parts]);
      const options = { token, bytes: body };
      const { status, body: answer } = await wire.call('POST', `${origin}/drive/v1/uploads:batch`, options);
      const stored = status === 200 ? answer.files.filter(({ file }: { file: unknown }) => file).length : 0;
      if (stored !== files.length) throw new Error(`of ${files.length} files ${stored} were stored: ${status}`);
    },
    async untilDone({ taskId }) {
      for (let tries = 0; taskId !== '' && tries < TASK_TRIES; tries++) {
        const task = await call<{ phase: string; message: string }>('GET', `/drive/v1/tasks/${taskId}`);
        if (task.phase === COMPLETE) return;
        if (task.phase === 'PHASE_TYPE_ERROR') throw new Error(`task ${taskId} failed: ${task.message}`);
        await new Promise((resolve) => setTimeout(resolve, TASK_POLL_MS));
      }
      if (taskId !== '') throw new Error(`task ${taskId} did not end`);
    },
    async sendWhole(file, name, parentId = '', lanes = 1) {
      const sent = await person.send(file, name, parentId, lanes);
      await person.untilDone(sent);
      return sent.id;
    },
    contentLink: async (fileId) =>
      (await call<{ web_content_link: string }>('GET', `/drive/v1/files/${fileId}`)).web_content_link,
    async share(fileIds) {
      const body = { file_ids: fileIds, share_to: 'publiclink', expiration_days: -1, pass_code_option: 'NOT_REQUIRED' };
      return (await call<{ share_id: string }>('POST', '/drive/v1/share', body)).share_id;
    },
  };
  return person;
}

/** The call that begins an upload. */
export function uploadBody(name: string, parentId: string, sizeBytes: number, provider: string) {
  const file = { kind: 'drive#file', name, size: String(sizeBytes), hash: '', parent_id: parentId };
  return { ...file, upload_type: 'UPLOAD_TYPE_RESUMABLE', resumable: { provider } };
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

/** An address of this machine for each number below 60,000: servers count clients by address. @param net  second byte */
export function addressOf(net: number, number: number): string {
  return `127.${net}.${Math.floor(number / 250)}.${(number % 250) + 1}`;
}

export interface LocalAnswer {
  readonly status: number;
  readonly retryAfterSeconds: number;
  /** Name of the error; '' for none. */
  readonly error: string;
}

/** A request from an address of this machine. @param body  sent as JSON by POST; without one it is a GET */
export function requestFrom(
  origin: string,
  localAddress: string,
  target: string,
  body?: object,
  agent: http.Agent | false = false,
): Promise<LocalAnswer> {
  const { host, port } = new URL(origin);
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const headers = {
    host,
    'accept-language': 'en-US',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) bench',
    ...length,
  };
  const options = { host: '127.0.0.1', port, path: target, method: text === '' ? 'GET' : 'POST', localAddress, agent };
  return new Promise((resolve, reject) => {
    const request = http.request({ ...options, headers }, (answer) => {
      let received = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        received += piece;
      });
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          retryAfterSeconds: Number(answer.headers['retry-after'] ?? 0),
          error: /"error":"(\w+)"/.exec(received)?.[1] ?? '',
        }),
      );
    });
    request.once('error', reject);
    request.end(text);
  });
}

/** Signs a demo person in with the right password, from an address of this machine. */
export function trySignIn(origin: string, localAddress: string): Promise<LocalAnswer> {
  const body = { client_id: 'cli', username: 'bob@example.com', password: 'magpie-demo' };
  return requestFrom(origin, localAddress, '/v1/auth/signin', body);
}

/** Sends a file in parts over a few connections at once. @param target  where part 1, 2, ... goes */
export function sendParts(
  file: FileBytes,
  partBytes: number,
  lanes: number,
  target: OpenUpload['part'],
): Promise<void> {
  return inLanes(lanes, Math.ceil(file.sizeBytes / partBytes), async (at) => {
    const { url, headers } = target(at + 1);
    await putBytes(url, headers, file, at * partBytes, Math.min((at + 1) * partBytes, file.sizeBytes));
  });
}
