/** Endpoints of storage and traffic by plan and packs: answered from the drive's own copy of the membership. */
import type { Hono } from 'hono';
import { quantityContract } from '#shared/drive/quantity/quantity.contract.ts';
import type { TrafficKind } from '#shared/membership/ledger.ts';
import { TIB, wireTime } from '#shared/units.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import type { Quantities } from './quantities.ts';
import { quantities } from './read-quantities.ts';

/** The wire's number for no limit. */
const NO_LIMIT = -1;
const NEVER = '0001-01-01T00:00:00.000+08:00';

/** `10T`, as existing clients show it. */
const storageText = (bytes: number): string => `${Math.round((bytes / TIB) * 100) / 100}T`;

function amountOf({ traffic }: Quantities, kind: TrafficKind) {
  const { totalBytes, leftBytes, usedBytes } = traffic[kind];
  return { total_assets: totalBytes ?? NO_LIMIT, assets: usedBytes, size: leftBytes ?? NO_LIMIT };
}

function baseOf(found: Quantities) {
  return {
    assets: storageText(found.storageBytes),
    size: found.storageBytes,
    expire_time: wireTime(found.expiresMs) || NEVER,
    vip_status: found.isPremium ? 'valid' : 'invalid',
  };
}

export function bindQuantities(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, quantityContract.quantity, async ({ caller }) => {
    const found = await quantities(deps, caller);
    const transferOf = (kind: TrafficKind) => ({ info: '', ...amountOf(found, kind) });
    return {
      transfer: { offline: transferOf('offline'), download: transferOf('download'), upload: transferOf('upload') },
      base: {
        ...baseOf(found),
        user_id: caller.userId,
        info: '',
        sub_status: false,
        offline: amountOf(found, 'offline'),
        download: amountOf(found, 'download'),
        upload: amountOf(found, 'upload'),
        download_daily: { total_assets: NO_LIMIT, assets: found.sentTodayBytes, size: NO_LIMIT },
      },
      data: found.trafficPacks.map(({ traffic, bytes, startMs, endMs }) => ({
        type: traffic,
        total_assets: bytes,
        start_time: wireTime(startMs),
        expire_time: wireTime(endMs),
      })),
      days: found.days.map(({ day, traffic, bytes }) => ({ day, type: traffic, size: bytes })),
      has_more: false,
    };
  });
  bindEndpoint(router, quantityContract.spaces, async ({ caller }) => {
    const found = await quantities(deps, caller);
    const data = found.storagePacks.map(({ bytes, startMs, endMs }) => ({
      size: bytes,
      start_time: wireTime(startMs),
      expire_time: wireTime(endMs),
    }));
    return { base: baseOf(found), data, has_more: false };
  });
}
