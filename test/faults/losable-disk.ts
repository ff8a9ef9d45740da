/**
 * A disk that loses unflushed writes: ext4 in a file, mounted without its timers. Data in the kernel's memory is not
 * in that file, so a copy of the file is the disk after a power failure.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** 10 min: the file system writes nothing by itself while a test runs. The kernel writes data after 30 s. */
const OPTIONS = 'loop,commit=600';

export interface LosableDisk {
  /** Where it is mounted now. */
  folder(): string;
  /** The power fails: only flushed data is present afterwards, in another folder. No file may be open on it. */
  losePower(): void;
  remove(): void;
}

function run(command: string, ...args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** @returns null where this machine does not let tests mount a file */
export function makeLosableDisk(mebibytes: number): LosableDisk | null {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-power-'));
  const image = (n: number): string => path.join(scratch, `disk-${n}`);
  const at = (n: number): string => path.join(scratch, `mounted-${n}`);
  let cuts = 0;
  const mount = (): boolean => {
    mkdirSync(at(cuts));
    return run('mount', '-o', OPTIONS, image(cuts), at(cuts));
  };
  writeFileSync(image(0), '');
  truncateSync(image(0), mebibytes * 1_048_576);
  if (!run('mkfs.ext4', '-q', '-F', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image(0)) || !mount()) {
    rmSync(scratch, { recursive: true, force: true });
    return null;
  }
  return {
    folder: () => at(cuts),
    losePower() {
      copyFileSync(image(cuts), image(cuts + 1));
      cuts += 1;
      if (!mount()) throw new Error('the disk cannot be mounted after the power failed');
    },
    remove() {
      for (let n = cuts; n >= 0; n--) run('umount', '-l', at(n));
      rmSync(scratch, { recursive: true, force: true });
    },
  };
}
