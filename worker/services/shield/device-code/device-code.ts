/** Device codes: budgets, shards and digests of the calls. State: shield-device-codes.ts. Source: RFC 8628. */
import { AppError, unwrap } from '#shared/errors.ts';
import { USER_CODE_CHARS } from '#shared/intake/shapes.ts';
import { HOUR_MS, SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId, randomBytes } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldDeps } from '../deps.ts';
import { shieldObjectName } from '../keys.ts';
import { callerSubjects, digestOf } from '../risk/subject.ts';
import { addressKey } from '../rules.ts';
import {
  DEVICE_CODE,
  DEVICE_CODE_PURPOSE,
  DEVICE_CODE_TTL_SECONDS,
  DEVICE_CODES_PER_HOUR,
  POLL_SECONDS,
  USER_CODE_TRIES,
  USER_CODE_WINDOW_SECONDS,
} from './keys.ts';
import { type DeviceGrant, groupUserCode, readUserCode, userCodeOf } from './rules.ts';

type Parts = Pick<ShieldDeps, 'keyring' | 'clock' | 'shield'>;

/** Two codes of one shard are equal with a chance of one in millions a try. */
const TRIES = 5;

export interface NewDeviceCode {
  readonly deviceCode: string;
  /** `BCDF-GHJK`. */
  readonly userCode: string;
  readonly expiresInSeconds: number;
  /** Shortest time between two polls. */
  readonly intervalSeconds: number;
}

function newUserCode(): string {
  for (;;) {
    const code = userCodeOf(randomBytes(USER_CODE_CHARS * 2));
    if (code !== '') return code;
  }
}

async function codeDigest({ keyring }: Parts, kind: 'device' | 'user', code: string): Promise<string> {
  return toHex(await keyring.mac(DEVICE_CODE_PURPOSE, `${kind}:${code}`));
}

async function spend(parts: Parts, payer: string, limit: number, windowMs: number): Promise<void> {
  const subject = await digestOf(parts.keyring, payer);
  const use = { subject, limit, windowMs, nowMs: parts.clock.nowMs() };
  unwrap(await parts.shield.getByName(shieldObjectName(subject)).useBudget(use));
}

/** Counted before the code is looked up, so parallel guesses cannot outrun the count. */
async function countTry(parts: Parts, userId: string, { address }: CallContext): Promise<void> {
  const windowMs = USER_CODE_WINDOW_SECONDS * SECOND_MS;
  await spend(parts, `user-code:person:${userId}`, USER_CODE_TRIES, windowMs);
  if (address !== '') await spend(parts, `user-code:address:${addressKey(address)}`, USER_CODE_TRIES, windowMs);
}

async function locate(parts: Parts, typed: string): Promise<{ code: string; digest: string; name: string }> {
  const code = readUserCode(typed);
  if (code === '') throw new AppError('expired_token', { reason: 'user_code_malformed', field: 'user_code' });
  const digest = await codeDigest(parts, 'user', code);
  return { code, digest, name: shieldObjectName(digest) };
}

/** @param intervalSeconds  shortest time between two polls @throws AppError too_many_requests past the budget of the address */
export async function openDeviceCode(
  parts: Parts,
  { clientId, scope, intervalSeconds = POLL_SECONDS }: { clientId: string; scope: string; intervalSeconds?: number },
  call: CallContext,
): Promise<NewDeviceCode> {
  await spend(parts, `device-codes:${callerSubjects(call).payer}`, DEVICE_CODES_PER_HOUR, HOUR_MS);
  const untilMs = parts.clock.nowMs() + DEVICE_CODE_TTL_SECONDS * SECOND_MS;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const userCode = newUserCode();
    const digest = await codeDigest(parts, 'user', userCode);
    const deviceCode = digest.slice(0, 2) + newHexId();
    const id = await codeDigest(parts, 'device', deviceCode);
    const row = { id, userCode: digest, clientId, scope, untilMs, intervalSeconds };
    if (unwrap(await parts.shield.getByName(shieldObjectName(digest)).openDeviceCode(row)))
      return {
        deviceCode,
        userCode: groupUserCode(userCode),
        expiresInSeconds: DEVICE_CODE_TTL_SECONDS,
        intervalSeconds,
      };
  }
  throw new AppError('unavailable');
}

/**
 * Hands out, once, what a person allowed. `requestId` names the request.
 * @throws AppError authorization_pending, slow_down (the interval has grown by 5 s), access_denied, expired_token,
 * invalid_grant for a code that is unknown, taken or another client's
 */
export async function pollDeviceCode(
  parts: Parts,
  { deviceCode, clientId }: { deviceCode: string; clientId: string },
): Promise<DeviceGrant & { requestId: string }> {
  if (!DEVICE_CODE.test(deviceCode)) throw new AppError('invalid_grant', { reason: 'device_code_unknown' });
  const id = await codeDigest(parts, 'device', deviceCode);
  const poll = { id, clientId, nowMs: parts.clock.nowMs() };
  const grant = unwrap(await parts.shield.getByName(shieldObjectName(deviceCode)).pollDeviceCode(poll));
  return { ...grant, requestId: id };
}

/** @throws AppError expired_token for a code without a pending request, too_many_requests past the tries of person or address */
export async function deviceRequest(
  parts: Parts,
  { userCode, userId }: { userCode: string; userId: string },
  call: CallContext,
): Promise<{ clientId: string; scope: string; userCode: string }> {
  const { code, digest, name } = await locate(parts, userCode);
  await countTry(parts, userId, call);
  const query = { userCode: digest, nowMs: parts.clock.nowMs() };
  return { ...unwrap(await parts.shield.getByName(name).deviceRequest(query)), userCode: groupUserCode(code) };
}

/** The same decision twice is no error. @param scope  words that were allowed; left out: those that were asked for @throws AppError as deviceRequest */
export async function decideDevice(
  parts: Parts,
  {
    userCode,
    isAllowed,
    ...by
  }: { userCode: string; isAllowed: boolean; userId: string; sessionId: string; epoch: number; scope?: string },
  call: CallContext,
): Promise<void> {
  const { digest, name } = await locate(parts, userCode);
  await countTry(parts, by.userId, call);
  const state = isAllowed ? ('allowed' as const) : ('denied' as const);
  const decision = { ...by, userCode: digest, state, nowMs: parts.clock.nowMs() };
  unwrap(await parts.shield.getByName(name).decideDevice(decision));
}
