/** The attacker and the witness: two people of the demo, signed in as outside programs are. */

const DEVICE_ID = 'a77ac4a77ac4a77ac4a77ac4a77ac400';

export interface Person {
  readonly email: string;
  readonly token: string;
}

export interface OpenUpload {
  /** Path of the object, with a slash. */
  readonly path: string;
  readonly securityToken: string;
  readonly uploadId: string;
}

async function post(origin: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-device-id': DEVICE_ID, 'x-client-id': 'cli', ...headers },
    body: JSON.stringify(body),
  });
  // The wire is read as an outside program reads it: by field names, unchecked.
  // biome-ignore lint/suspicious/noExplicitAny: an outside program has no types of ours
  return { status: response.status, body: (await response.json()) as any };
}

/** @throws Error when the server does not sign the person in */
export async function signIn(origin: string, email: string): Promise<Person> {
  const captcha = await post(origin, '/v1/shield/captcha/init', {
    client_id: 'cli',
    action: 'POST:/v1/auth/signin',
    device_id: DEVICE_ID,
    captcha_token: '',
    meta: { email },
  });
  const token = String(captcha.body.captcha_token);
  const answer = await post(
    origin,
    '/v1/auth/signin',
    { client_id: 'cli', username: email, password: 'magpie-demo', captcha_token: token },
    { 'x-captcha-token': token },
  );
  if (answer.status !== 200) throw new Error(`sign-in of ${email} answered ${answer.status}`);
  return { email, token: String(answer.body.access_token) };
}

/** Opens a multipart upload at the S3-style endpoint. */
export async function openUpload(origin: string, person: Person, name: string): Promise<OpenUpload> {
  const begun = await post(
    origin,
    '/drive/v1/files',
    // A token of our own protocol is a bearer there: what is hostile need not be signed.
    { kind: 'drive#file', name, size: '4096', parent_id: '', resumable: { provider: 'PROVIDER_MAGPIE' } },
    { authorization: `Bearer ${person.token}` },
  );
  if (begun.status !== 200) throw new Error(`an upload was refused with ${begun.status}`);
  const { upload_id: id, upload_token: securityToken } = begun.body.upload as Record<string, string>;
  const path = `/u-${id}`;
  const started = await fetch(`${origin}${path}?uploads`, {
    method: 'POST',
    headers: { 'x-oss-security-token': securityToken ?? '' },
  });
  const uploadId = /<UploadId>([^<]{1,200})<\/UploadId>/.exec(await started.text())?.[1] ?? '';
  return { path, securityToken: securityToken ?? '', uploadId };
}

/** Makes a file and a public link to it. @returns the link's id and the path of the file's content */
export async function makeLink(
  origin: string,
  person: Person,
): Promise<{ shareId: string; fileId: string; contentUrl: string }> {
  const authorization = `Bearer ${person.token}`;
  const put = await fetch(`${origin}/drive/v1/uploads?name=${encodeURIComponent('target.txt')}&parent_id=`, {
    method: 'POST',
    headers: { authorization, 'x-device-id': DEVICE_ID },
    body: 'a file of the attack',
  });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const file = ((await put.json()) as any).file;
  const share = await post(
    origin,
    '/drive/v1/share',
    { file_ids: [file.id], share_to: 'publiclink', pass_code_option: 'NOT_REQUIRED', expiration_days: -1 },
    { authorization },
  );
  const detail = await fetch(`${origin}/drive/v1/files/${file.id}`, { headers: { authorization } });
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const links = ((await detail.json()) as any).links;
  return {
    shareId: String(share.body.share_id),
    fileId: String(file.id),
    contentUrl: String(links['application/octet-stream'].url),
  };
}
