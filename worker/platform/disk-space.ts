/**
 * How much space the server's own disk has left. One machine asks its Node side (`MACHINE`, scripts/start/runtime/machine-service.ts);
 * a platform without such a disk always has space. Users: edge/disk-space.ts, stored-object.ts, objects that free space.
 */
import { AppError } from '#shared/errors.ts';
import { systemClock } from './clock.ts';
import { logError } from './log.ts';

export interface DiskState {
  /** `ample`: no restriction. `low`: calls that add bytes or nodes are refused. `critical`: low, and the reserve is released. */
  readonly level: 'ample' | 'low' | 'critical';
  readonly freeBytes: number;
  /** At or below this free space the level is `low`. */
  readonly watermarkBytes: number;
}

export interface DiskSpace {
  state(): Promise<DiskState>;
  /** True when the level is `low` or `critical`: space must be freed. */
  isLow(): Promise<boolean>;
  /** @throws AppError storage_full when `bytes` more would leave less than the watermark */
  require(bytes: number): Promise<void>;
  /** A write failed for lack of space: the next question asks the machine. */
  forget(): void;
}

export interface MachineBindings {
  /** Bound on one machine only. */
  readonly MACHINE?: Fetcher;
}

const UNLIMITED: DiskState = { level: 'ample', freeBytes: Number.MAX_SAFE_INTEGER, watermarkBytes: 0 };
/** 250 ms: maximum age of an answer. */
const FRESH_MS = 250;

export function makeDiskSpace({ MACHINE: machine }: MachineBindings): DiskSpace {
  let known = UNLIMITED;
  let knownAtMs = Number.NEGATIVE_INFINITY;
  /** Bytes of all additions so far. */
  let admittedBytes = 0;
  /** The same when `known` was asked for: bytes admitted later may not be on the disk of `known`. */
  let countedBytes = 0;

  async function state(): Promise<DiskState> {
    const nowMs = systemClock.nowMs();
    if (!machine || Math.abs(nowMs - knownAtMs) < FRESH_MS) return known;
    const askedBytes = admittedBytes;
    try {
      const answer = await machine.fetch('http://machine/disk-space');
      if (!answer.ok) throw new Error(`the machine answered ${answer.status}`);
      known = await answer.json<DiskState>();
      // Answers may overtake each other.
      countedBytes = Math.max(countedBytes, askedBytes);
    } catch (error) {
      // Admits writes: a full disk still refuses each of them.
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
      if (level !== 'ample' || freeBytes - (admittedBytes - countedBytes) - bytes < watermarkBytes)
        throw new AppError('storage_full');
      admittedBytes += bytes;
    },
    forget() {
      knownAtMs = Number.NEGATIVE_INFINITY;
    },
  };
}

const made = new WeakMap<object, DiskSpace>();

/** The shared instance of this isolate, for objects that have only their bindings. */
export function diskSpaceOf(bindings: object): DiskSpace {
  const known = made.get(bindings) ?? makeDiskSpace(bindings as MachineBindings);
  made.set(bindings, known);
  return known;
}
