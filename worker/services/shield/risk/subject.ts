/** Names of the caller for budgets and signs of risk, and their keyed digests. */
import { toHex } from '#worker/platform/crypto.ts';
import type { CallContext } from '#worker/platform/request.ts';
import type { ShieldDeps } from '../deps.ts';
import { SUBJECT_PURPOSE } from '../keys.ts';
import { addressKey, deviceKey } from '../rules.ts';

interface CallerSubjects {
  /** '' when unknown. */
  readonly address: string;
  /** '' when none is named. */
  readonly device: string;
  /** Pays the budgets: the address, or the device when the address is unknown. */
  readonly payer: string;
  /** Holds demands and passed checks: the device, or the address without one. */
  readonly holder: string;
}

export function callerSubjects(call: Pick<CallContext, 'address' | 'deviceId'>, deviceId = ''): CallerSubjects {
  const device = deviceKey(deviceId) || deviceKey(call.deviceId);
  const address = call.address === '' ? '' : `address:${addressKey(call.address)}`;
  const named = `device:${device}`;
  return {
    address,
    device: device === '' ? '' : named,
    payer: address || named,
    holder: device === '' && address !== '' ? address : named,
  };
}

/** @returns 64 hex digits */
export async function digestOf(keyring: ShieldDeps['keyring'], name: string): Promise<string> {
  return toHex(await keyring.mac(SUBJECT_PURPOSE, name));
}
