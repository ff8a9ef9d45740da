/** Signs requests of tests as older clients of the storage protocol do. */
import { createHmac } from 'node:crypto';
import { systemClock } from '#worker/platform/clock.ts';

/** As `resumable.params` has them. */
export interface OssCredentials {
  readonly access_key_id: string;
  readonly access_key_secret: string;
  readonly security_token: string;
}

const BUCKET = 'magpie';
const SUB_RESOURCES = new Set(['uploads', 'uploadId', 'partNumber', 'security-token']);

/**
 * The headers of a request, with its signature.
 * @param headers  names in lower case; of a body with a type, `content-type` too
 */
export function ossHeaders(
  credentials: OssCredentials,
  method: string,
  address: string,
  headers: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { pathname, searchParams } = new URL(address);
  const all: Record<string, string> = {
    ...headers,
    'x-oss-date': new Date(systemClock.nowMs()).toUTCString(),
    'x-oss-security-token': credentials.security_token,
  };
  const lines = Object.entries(all)
    .filter(([name]) => name.startsWith('x-oss-'))
    .map(([name, value]) => `${name}:${value}\n`)
    .toSorted();
  const parts = [...searchParams]
    .filter(([name]) => SUB_RESOURCES.has(name))
    .map(([name, value]) => (value === '' ? name : `${name}=${value}`))
    .toSorted();
  const key = pathname.split('/').at(-1);
  const resource = `/${BUCKET}/${key}${parts.length > 0 ? `?${parts.join('&')}` : ''}`;
  const head = [method, all['content-md5'] ?? '', all['content-type'] ?? '', all['x-oss-date']].join('\n');
  const signature = createHmac('sha1', credentials.access_key_secret)
    .update(`${head}\n${lines.join('')}${resource}`)
    .digest('base64');
  return { ...all, authorization: `OSS ${credentials.access_key_id}:${signature}` };
}
