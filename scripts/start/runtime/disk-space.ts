/**
 * Watches the free space of the state folder's disk. Below the watermark the Worker refuses additions; deletions use the
 * space below it. When another program fills the disk, the reserve file is deleted, so that deletions still work.
 */
import { closeSync, existsSync, fdatasyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import path from 'node:path';
import { MIB } from '#shared/units.ts';
import type { DiskState } from '#worker/platform/disk-space.ts';

/** 250 ms: another program may fill a disk within a second, and then every write fails until the reserve is given up. */
const LOOK_MS = 250;
/** 64 MiB: what deletions, sign-ins and checkpoints need for a day, whatever the disk's size. */
const LEAST_WATERMARK_BYTES = 64 * MIB;
/** 4 GiB: one per cent of a large disk would be space wasted. */
const LARGEST_WATERMARK_BYTES = 4_096 * MIB;
const LARGEST_RESERVE_BYTES = 32 * MIB;
/** With less than this share of the watermark free, the reserve is deleted. */
const CRITICAL_SHARE = 0.25;

export interface DiskSpaceOptions {
  readonly dataDir: string;
  /** Undefined: 1 % of the disk, at least 64 MiB, at most 4 GiB. */
  readonly watermarkBytes: number | undefined;
  readonly log: (line: string) => void;
}

export interface DiskSpaceWatch {
  /** Checks now. */
  state(): DiskState;
  stop(): void;
}

interface Disk {
  freeBytes: number;
  totalBytes: number;
}

function lookAt(folder: string): Disk {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** The watermark of a disk for which none is set. */
export function watermarkOf(totalBytes: number): number {
  return Math.min(Math.max(LEAST_WATERMARK_BYTES, Math.floor(totalBytes / 100)), LARGEST_WATERMARK_BYTES);
}

function reserveOf(dataDir: string): string {
  return path.join(dataDir, 'reserve');
}

function writeReserve(file: string, bytes: number): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    const piece = Buffer.alloc(MIB, 0x5a);
    for (let at = 0; at < bytes; at += piece.length) writeSync(handle, piece, 0, Math.min(piece.length, bytes - at));
    fdatasyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

const inMebibytes = (bytes: number): string => `${Math.floor(bytes / MIB)} MiB`;

/** Starts watching; deletes or makes the reserve before anything else is written. */
export function watchDiskSpace({ dataDir, watermarkBytes: set, log }: DiskSpaceOptions): DiskSpaceWatch {
  const watermarkBytes = set ?? watermarkOf(lookAt(dataDir).totalBytes);
  const reserveBytes = Math.min(Math.floor(watermarkBytes / 2), LARGEST_RESERVE_BYTES);
  const reserve = reserveOf(dataDir);
  let logged: DiskState['level'] = 'ample';

  function logChange(level: DiskState['level'], freeBytes: number): void {
    if (level === logged) return;
    logged = level;
    const what = {
      ample: 'has enough space again; everything can be added.',
      low: `is nearly full: ${inMebibytes(freeBytes)} free, ${inMebibytes(watermarkBytes)} are kept for deleting. Nothing can be added until space is freed.`,
      critical: `is full: ${inMebibytes(freeBytes)} free with the reserve given up. Nothing can be added; free space on it now.`,
    }[level];
    log(`${level === 'ample' ? 'info' : 'error'}: the disk of ${dataDir} ${what}`);
  }

  function makeReserve(freeBytes: number): void {
    if (existsSync(reserve) || freeBytes < watermarkBytes + 2 * reserveBytes) return;
    try {
      writeReserve(reserve, reserveBytes);
    } catch {
      // The disk filled while it was written; a part of it is of no use.
      rmSync(reserve, { force: true });
    }
  }

  function state(): DiskState {
    let { freeBytes } = lookAt(dataDir);
    if (freeBytes < watermarkBytes * CRITICAL_SHARE && existsSync(reserve)) {
      rmSync(reserve, { force: true });
      ({ freeBytes } = lookAt(dataDir));
    } else makeReserve(freeBytes);
    const isLow = freeBytes <= watermarkBytes;
    const level = !isLow ? 'ample' : existsSync(reserve) ? 'low' : 'critical';
    logChange(level, freeBytes);
    return { level, freeBytes, watermarkBytes };
  }

  state();
  const timer = setInterval(state, LOOK_MS);
  timer.unref();
  return { state, stop: () => clearInterval(timer) };
}
