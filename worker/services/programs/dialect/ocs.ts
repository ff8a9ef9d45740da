/** Answers of the calls below `/ocs/`, as JSON or XML: what the server can do, who the person is, and lists that are empty here. */

import { isAppError } from '#shared/errors.ts';
import { escapeText } from '../dav/xml-write.ts';
import type { ProgramDeps } from '../deps.ts';
import type { ProgramRequest } from '../gate/protocol.ts';
import { capabilities, EMPTY_LISTS } from './fixed.ts';
import { searchKinds, searchNames } from './found-names.ts';

type Value = string | number | boolean | null | object;

const XML_HEAD = '<?xml version="1.0"?>\n';

/** A value as the elements of the protocol: lists have elements of one name. Pure. */
export function elementsOf(value: unknown): string {
  if (value === null || value === undefined || value === false) return '';
  if (value === true) return '1';
  if (Array.isArray(value)) return value.map((each) => `<element>${elementsOf(each)}</element>`).join('');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, inner]) => `<${name}>${elementsOf(inner)}</${name}>`)
      .join('');
  return escapeText(String(value));
}

interface Meta {
  readonly status: 'ok' | 'failure';
  readonly statuscode: number;
  readonly message: string;
}

function wantsJson({ url, request }: Pick<ProgramRequest, 'url' | 'request'>): boolean {
  const format = url.searchParams.get('format');
  return format === null ? (request.headers.get('accept') ?? '').includes('application/json') : format === 'json';
}

/** Version 1 answers 200 and says in the body how it went; version 2 says it by the status too. */
function answer(asked: ProgramRequest, version: 1 | 2, status: number, data: Value): Response {
  const isOk = status === 200;
  const statuscode = isOk ? (version === 1 ? 100 : 200) : status === 404 ? (version === 1 ? 998 : 404) : status;
  const meta: Meta = { status: isOk ? 'ok' : 'failure', statuscode, message: isOk ? 'OK' : 'Nothing is here' };
  const isJson = wantsJson(asked);
  const body = isJson
    ? JSON.stringify({ ocs: { meta, data } })
    : `${XML_HEAD}<ocs><meta>${elementsOf(meta)}</meta><data>${elementsOf(data)}</data></ocs>\n`;
  const type = isJson ? 'application/json; charset=utf-8' : 'application/xml; charset=utf-8';
  return new Response(body, { status: version === 1 ? 200 : status, headers: { 'content-type': type } });
}

/** The name before the colon of a Basic credential: what the program calls the person. */
function shownName(header: string | null): string {
  const value = /^basic +([\w+/-]{1,1000}={0,2})$/i.exec(header?.trim() ?? '')?.[1];
  if (value === undefined) return '';
  try {
    const bytes = Uint8Array.from(atob(value.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    return new TextDecoder().decode(bytes).split(':', 1)[0] ?? '';
  } catch {
    return '';
  }
}

/** Who the person is, with the space left; the drive checks the password by it. */
async function userOf(deps: ProgramDeps, asked: ProgramRequest): Promise<object> {
  const caller = await asked.caller();
  const { quota } = await deps.drive.lookAt(caller, { path: [], isDeep: false, withQuota: true });
  const [used, free] = [quota?.usedBytes ?? 0, quota?.leftBytes ?? 0];
  const name = shownName(asked.request.headers.get('authorization')) || caller.userId;
  const total = used + free;
  const relative = total === 0 ? 0 : Math.round((used * 10_000) / total) / 100;
  return {
    enabled: true,
    id: caller.userId,
    'display-name': name,
    displayname: name,
    email: name.includes('@') ? name : '',
    language: '',
    locale: '',
    groups: [],
    quota: { free, used, total, relative, quota: total },
  };
}

/** For an answer that nothing of the drive is in: the drive checks the password all the same. @throws AppError of `caller`, unauthenticated, file_not_found */
async function checkPassword({ drive }: ProgramDeps, asked: ProgramRequest): Promise<void> {
  await drive.lookAt(await asked.caller(), { path: [], isDeep: false, withQuota: false });
}

/** Ends the password that the program signs in with, also where its folder is gone. @throws AppError of `caller`, unauthenticated */
async function endPassword(deps: ProgramDeps, asked: ProgramRequest): Promise<void> {
  try {
    await checkPassword(deps, asked);
  } catch (error) {
    if (!isAppError(error) || error.errorName !== 'file_not_found') throw error;
  }
  await deps.auth.endProgram(await asked.caller(), asked.call.nowMs);
}

/** @throws AppError of `caller` */
export async function serveOcs(deps: ProgramDeps, asked: ProgramRequest): Promise<Response> {
  const [, digit = '2', path = ''] = /^\/ocs\/v([12])\.php(\/[^?]*)$/.exec(asked.url.pathname) ?? [];
  const version = digit === '1' ? 1 : 2;
  const isRead = asked.request.method === 'GET' || asked.request.method === 'HEAD';
  if (isRead && path === '/cloud/capabilities')
    return answer(asked, version, 200, capabilities(deps.appOrigin, deps.bodyLimitBytes === null));
  if (isRead && /^\/cloud\/(?:user|users\/[^/]+)$/.test(path))
    return answer(asked, version, 200, await userOf(deps, asked));
  if (isRead && EMPTY_LISTS.includes(path)) {
    await checkPassword(deps, asked);
    return answer(asked, version, 200, []);
  }
  if (isRead && path === '/search/providers') {
    await checkPassword(deps, asked);
    return answer(asked, version, 200, searchKinds(asked.call.locale));
  }
  if (isRead && path === '/search/providers/files/search')
    return answer(asked, version, 200, await searchNames(deps, asked));
  if (asked.request.method === 'DELETE' && path === '/core/apppassword') {
    await endPassword(deps, asked);
    return answer(asked, version, 200, []);
  }
  return answer(asked, version, 404, []);
}
