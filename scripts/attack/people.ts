/** The attacked people and their things, made by the wire as outside programs do. */
import { makeWireClient, type Person, type WireCall } from '#test/flow/wire-client.ts';

export interface OpenUpload {
  /** Path of the object, with a slash. */
  readonly path: string;
  readonly securityToken: string;
  readonly uploadId: string;
}

export function signIn(origin: string, email: string): Promise<Person> {
  return makeWireClient(origin).signIn(email);
}

/** A call that must work. @throws Error */
async function ask(origin: string, { token }: Person, method: string, path: string, call: WireCall = {}) {
  const { status, body } = await makeWireClient(origin).call(method, path, { token, ...call });
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}`);
  return body;
}

/** Opens a multipart upload at the S3-style endpoint. */
export async function openUpload(origin: string, person: Person, name: string): Promise<OpenUpload> {
  // A token of our own protocol is a bearer there: a hostile token need not be signed.
  const file = { kind: 'drive#file', name, size: '4096', parent_id: '', resumable: { provider: 'PROVIDER_MAGPIE' } };
  const { upload } = await ask(origin, person, 'POST', '/drive/v1/files', { body: file });
  const [path, securityToken] = [`/u-${upload.upload_id}`, String(upload.upload_token)];
  const headers = { 'x-oss-security-token': securityToken };
  const started = await makeWireClient(origin).call('POST', `${path}?uploads`, { headers });
  return { path, securityToken, uploadId: /<UploadId>([^<]{1,200})<\/UploadId>/.exec(started.body)?.[1] ?? '' };
}

/** Makes a file and a public link to it. @returns the ids, and the address of the file's content */
export async function makeLink(
  origin: string,
  person: Person,
): Promise<{ shareId: string; fileId: string; contentUrl: string }> {
  const put = { query: { name: 'target.txt', parent_id: '' }, bytes: Buffer.from('a file of the attack') };
  const { id: fileId } = (await ask(origin, person, 'POST', '/drive/v1/uploads', put)).file;
  const link = { share_to: 'publiclink', pass_code_option: 'NOT_REQUIRED', expiration_days: -1 };
  const shared = await ask(origin, person, 'POST', '/drive/v1/share', { body: { ...link, file_ids: [fileId] } });
  const { links } = await ask(origin, person, 'GET', `/drive/v1/files/${fileId}`);
  return { shareId: shared.share_id, fileId, contentUrl: links['application/octet-stream'].url };
}
