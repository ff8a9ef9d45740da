/**
 * How much space the server's own disk has left. One machine asks its Node side (`MACHINE`, scripts/start/runtime/machine-service.ts);
 * a platform without such a disk always has space. Users: edge/disk-space.ts, stored-object.ts, objects that free space.
 */
import { AppError } from '#shared/errors.ts';
import { systemClock } from './clock.ts';
import { logError } from './log.ts';

export interface DiskState {
  /** `ample`: everything goes on. `low`: what adds bytes or nodes is refused. `critical`: low, and the reserve is given up. */
  readonly level: 'ample' | 'low' | 'critical';
  readonly freeBytes: number;
  /** At this much free space and below, the level is `low`. */
  readonly watermarkBytes: number;
}

export interface DiskSpace {
  state(): Promise<DiskState>;
  /** True when space must be freed: the level is `low` or `critical`. */
  isLow(): Promise<boolean>;
  /** @throws AppError storage_full when `bytes` more would leave less than the watermark */
  require(bytes: number): Promise<void>;
}

export interface MachineBindings {
  /** Bound on one machine only. */
  readonly MACHINE?: Fetcher;
}

const UNLIMITED: DiskState = { level: 'ample', freeBytes: Number.MAX_SAFE_INTEGER, watermarkBytes: 0 };
/** 250 ms: how old an answer may be. */
const FRESH_MS = 250;

export function makeDiskSpace({ MACHINE: machine }: MachineBindings): DiskSpace {
  let known = UNLIMITED;
  let knownAtMs = Number.NEGATIVE_INFINITY;
  /** Bytes let through since `known` was read: they may not be on the disk yet. */
  let letThroughBytes = 0;

  async function state(): Promise<DiskState> {
    const nowMs = systemClock.nowMs();
    if (!machine || Math.abs(nowMs - knownAtMs) < FRESH_MS) return known;
    try {
      const answer = await machine.fetch('http://machine/disk-space');
      if (!answer.ok) throw new Error(`the machine answered ${answer.status}`);
      known = await answer.json<DiskState>();
      letThroughBytes = 0;
    } catch (error) {
      // Lets writes in: a full disk still refuses them one by one.
      logError('disk_space.unknown', error);
    }
    knownAtMs = nowMs;
    return known;
  }

  return {
    state,
    async isLow() {
      return (await state()).level !== 'ample';
    },
    async require(bytes) {
      const { level, freeBytes, watermarkBytes } = await state();
      if (level !== 'ample' || freeBytes - letThroughBytes - bytes < watermarkBytes) throw new AppError('storage_full');
      letThroughBytes += bytes;
    },
  };
}

const made = new WeakMap<object, DiskSpace>();

/** The one source of this isolate, for objects that get their bindings only. */
export function diskSpaceOf(bindings: object): DiskSpace {
  const known = made.get(bindings) ?? makeDiskSpace(bindings as MachineBindings);
  made.set(bindings, known);
  return known;
}
