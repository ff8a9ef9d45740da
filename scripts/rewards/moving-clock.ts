/** A clock for a real server that can be moved: all its processes read a time of day that is ahead of this machine's. Linux, with a C compiler. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { SECOND_MS } from '#shared/units.ts';

const SOURCE = path.join(import.meta.dirname, 'clock-ahead.c');
/** A number of 64 bits. */
const BYTES = 8;

export interface MovingClock {
  /** For the processes whose clock it is. */
  readonly env: Readonly<Record<string, string>>;
  nowMs(): number;
  /** Running processes see it at once; alarms that became due by it run after the next start. */
  moveTo(ms: number): void;
}

export function canMoveClock(): boolean {
  return process.platform === 'linux' && spawnSync('cc', ['--version']).status === 0;
}

/** @param folder  gets the library and the file that moves the clock */
export function makeMovingClock(folder: string): MovingClock {
  const library = path.join(folder, 'clock-ahead.so');
  const file = path.join(folder, 'clock-ahead');
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, SOURCE]);
  let aheadSeconds = 0;
  const write = (): void => {
    const bytes = Buffer.alloc(BYTES);
    bytes.writeBigInt64LE(BigInt(aheadSeconds));
    // In place: the processes have mapped this very file.
    writeFileSync(file, bytes, { flag: 'r+' });
  };
  writeFileSync(file, Buffer.alloc(BYTES));
  return {
    env: { LD_PRELOAD: library, CLOCK_AHEAD_FILE: file },
    nowMs: () => Date.now() + aheadSeconds * SECOND_MS,
    moveTo(ms) {
      aheadSeconds = Math.round((ms - Date.now()) / SECOND_MS);
      write();
    },
  };
}
