/** LOCK and UNLOCK (RFC 4918 sections 9.10 and 9.11). A lock of what is not there makes an empty file. */
import { AppError } from '#shared/errors.ts';
import { SECOND_MS } from '#shared/units.ts';
import type { ProgramLock } from '#worker/services/drive/service.ts';
import { NO_CONDITIONS } from '#worker/services/drive/service.ts';
import { activeLock, LONGEST_LOCK_MS } from './live-props.ts';
import { bodyOf, conditionsOf, depthOf, header, type Visit } from './visit.ts';
import { readLockInfo } from './xml-read.ts';
import { propDocument, XML_TYPE } from './xml-write.ts';

const MAX_OWNER_CHARS = 2_000;

/** The header `Timeout`: the first time in it, within bounds. */
function ttlOf(visit: Visit): number {
  const seconds = /\bSecond-(\d{1,10})\b/i.exec((header(visit, 'timeout') ?? '').slice(0, 200))?.[1];
  return seconds === undefined ? LONGEST_LOCK_MS : Math.min(LONGEST_LOCK_MS, Math.max(1, Number(seconds)) * SECOND_MS);
}

function answer(visit: Visit, locks: readonly ProgramLock[], status: number, token: string | null): Response {
  const beside = { base: visit.mount.base, nowMs: visit.call.nowMs };
  const active = locks.map((lock) => activeLock(lock, beside)).join('');
  const headers = new Headers({ 'content-type': XML_TYPE });
  if (token !== null) headers.set('lock-token', `<${token}>`);
  return new Response(propDocument(`<d:lockdiscovery>${active}</d:lockdiscovery>`), { status, headers });
}

async function renew(visit: Visit): Promise<Response> {
  const { deps, caller, path } = visit;
  const conditions = conditionsOf(visit);
  if (conditions.tokens.length === 0) throw new AppError('invalid_argument', { reason: 'no_token', field: 'If' });
  return answer(visit, await deps.drive.renewLockAt(caller, { path, conditions }, ttlOf(visit)), 200, null);
}

/** @throws AppError locked, precondition_failed, file_not_found with `no_parent`, invalid_argument, resource_exhausted */
export async function lock(visit: Visit): Promise<Response> {
  const { deps, caller, path } = visit;
  const info = readLockInfo(await bodyOf(visit));
  if (!info) return renew(visit);
  const depth = depthOf(visit, 'infinity');
  if (depth === 1) throw new AppError('invalid_argument', { reason: 'depth', field: 'Depth' });
  if (info.owner.length > MAX_OWNER_CHARS) throw new AppError('request_too_large');
  const conditions = conditionsOf(visit);
  const order = {
    path,
    conditions,
    isDeep: depth === 'infinity',
    isShared: info.isShared,
    owner: info.owner,
    ttlMs: ttlOf(visit),
  };
  let made = await deps.drive.lockAt(caller, order);
  let isNew = false;
  if (made.kind === 'file') {
    isNew = true;
    const { requireDiskSpace } = visit;
    // Another program may make it at the same time: then that file is locked.
    const only = { ...conditions, ifNoneMatch: '*' };
    await deps.drive.putAtPath(caller, {
      path,
      conditions: only,
      sizeBytes: 0,
      body: null,
      modifiedMs: null,
      requireDiskSpace,
    });
    made = await deps.drive.lockAt(caller, { ...order, conditions: { ...NO_CONDITIONS, tokens: conditions.tokens } });
  }
  if (made.kind === 'file') throw new AppError('unavailable', { retryInSeconds: 1 });
  return answer(visit, made.locks, isNew ? 201 : 200, made.lock.token);
}

/** @throws AppError invalid_argument, file_not_found, failed_precondition, permission_denied */
export async function unlock(visit: Visit): Promise<Response> {
  // Some programs leave the brackets out.
  const token = /^<?([^<>\s]{1,200})>?$/.exec(header(visit, 'lock-token')?.trim() ?? '')?.[1];
  if (token === undefined) throw new AppError('invalid_argument', { reason: 'no_token', field: 'Lock-Token' });
  await visit.deps.drive.endLockAt(visit.caller, visit.path, token);
  return new Response(null, { status: 204 });
}
