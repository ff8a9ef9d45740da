/** Device codes as the room of auth asks for them: budgets, shards, digests. State: device-code-shield.ts. */
import { AppError, unwrap } from '#shared/errors.ts';
import { HOUR_MS, SECOND_MS } from '#shared/units.ts';
import { toHex } from '#worker/platform/crypto.ts';
import { newHexId, randomBytes } from '#worker/platform/ids.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldDeps } from '../deps.ts';
import { SUBJECT_PURPOSE, shieldObjectName } from '../keys.ts';
import { addressKey, deviceKey } from '../rules.ts';
import {
  DEVICE_CODE,
  DEVICE_CODE_PURPOSE,
  DEVICE_CODE_TTL_SECONDS,
  DEVICE_CODES_PER_HOUR,
  POLL_SECONDS,
  USER_CODE_CHARS,
  USER_CODE_TRIES,
  USER_CODE_WINDOW_SECONDS,
} from './keys.ts';
import { groupUserCode, readUserCode, userCodeOf } from './rules.ts';
import type { DeviceCodeFace } from './service.ts';

/** Two codes of one shard that meet: one chance in millions a try. */
const TRIES = 5;

function newUserCode(): string {
  for (;;) {
    const code = userCodeOf(randomBytes(USER_CODE_CHARS * 2));
    if (code !== '') return code;
  }
}

export function makeDeviceCodes(deps: ShieldDeps): DeviceCodeFace {
  const { keyring, clock, shield } = deps;

  async function digestOf(kind: 'device' | 'user', code: string): Promise<string> {
    return toHex(await keyring.mac(DEVICE_CODE_PURPOSE, `${kind}:${code}`));
  }

  async function spend(payer: string, limit: number, windowMs: number): Promise<void> {
    const subject = toHex(await keyring.mac(SUBJECT_PURPOSE, payer));
    unwrap(
      await shield.getByName(shieldObjectName(subject)).useBudget({ subject, limit, windowMs, nowMs: clock.nowMs() }),
    );
  }

  /** Counted before the code is looked at, so that parallel guesses cannot outrun the count. */
  async function countTry(userId: string, call: CallContext): Promise<void> {
    const windowMs = USER_CODE_WINDOW_SECONDS * SECOND_MS;
    await spend(`user-code:person:${userId}`, USER_CODE_TRIES, windowMs);
    if (call.address !== '') await spend(`user-code:address:${addressKey(call.address)}`, USER_CODE_TRIES, windowMs);
  }

  async function shardOf(typed: string): Promise<{ code: string; digest: string; name: string }> {
    const code = readUserCode(typed);
    if (code === '') throw new AppError('expired_token', { reason: 'user_code_malformed', field: 'user_code' });
    const digest = await digestOf('user', code);
    return { code, digest, name: shieldObjectName(digest) };
  }

  return {
    async openDeviceCode({ clientId, scope }, call) {
      const payer = call.address === '' ? `device:${deviceKey(call.deviceId)}` : `address:${addressKey(call.address)}`;
      await spend(`device-codes:${payer}`, DEVICE_CODES_PER_HOUR, HOUR_MS);
      const nowMs = clock.nowMs();
      for (let tries = 0; tries < TRIES; tries += 1) {
        const userCode = newUserCode();
        const digest = await digestOf('user', userCode);
        const deviceCode = digest.slice(0, 2) + newHexId();
        const { opened } = unwrap(
          await shield.getByName(shieldObjectName(digest)).openDeviceCode({
            id: await digestOf('device', deviceCode),
            userCode: digest,
            clientId,
            scope,
            untilMs: nowMs + DEVICE_CODE_TTL_SECONDS * SECOND_MS,
            intervalSeconds: POLL_SECONDS,
          }),
        );
        if (opened)
          return {
            deviceCode,
            userCode: groupUserCode(userCode),
            expiresInSeconds: DEVICE_CODE_TTL_SECONDS,
            intervalSeconds: POLL_SECONDS,
          };
      }
      throw new AppError('unavailable');
    },
    async pollDeviceCode({ deviceCode, clientId }) {
      if (!DEVICE_CODE.test(deviceCode)) throw new AppError('invalid_grant', { reason: 'device_code_unknown' });
      const id = await digestOf('device', deviceCode);
      const allowed = unwrap(
        await shield.getByName(shieldObjectName(deviceCode)).pollDeviceCode({ id, clientId, nowMs: clock.nowMs() }),
      );
      return { ...allowed, requestId: id };
    },
    async deviceRequest({ userCode, userId }, call) {
      const { code, digest, name } = await shardOf(userCode);
      await countTry(userId, call);
      const request = unwrap(await shield.getByName(name).deviceRequest({ userCode: digest, nowMs: clock.nowMs() }));
      return { ...request, userCode: groupUserCode(code) };
    },
    async decideDevice({ userCode, isAllowed, ...by }, call) {
      const { digest, name } = await shardOf(userCode);
      await countTry(by.userId, call);
      const state = isAllowed ? 'allowed' : 'denied';
      unwrap(await shield.getByName(name).decideDevice({ ...by, userCode: digest, state, nowMs: clock.nowMs() }));
    },
  };
}
