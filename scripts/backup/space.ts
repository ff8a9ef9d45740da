/** Free space for a backup. On the disk of the state folder the server's own reserve stays untouched, so that it goes on serving. */
import { statfsSync, statSync } from 'node:fs';
import { watermarkOf } from '#scripts/start/runtime/disk-space.ts';
import { MIB } from '#shared/units.ts';
import { BackupRefused } from './manifest.ts';

/** 16 MiB: lists, and the space that a file system needs for itself. */
const MARGIN_BYTES = 16 * MIB;

/** @param reserveBytes  watermark of the server; undefined: by the size of the disk. @returns throws when so many bytes do not fit */
export function makeSpaceCheck(dataDir: string, folder: string, reserveBytes: number | undefined) {
  const isShared = statSync(dataDir).dev === statSync(folder).dev;
  return (bytes: number): void => {
    const { bavail, blocks, bsize } = statfsSync(folder);
    const reserved = MARGIN_BYTES + (isShared ? (reserveBytes ?? watermarkOf(blocks * bsize)) : 0);
    const missing = bytes + reserved - bavail * bsize;
    if (missing > 0)
      throw new BackupRefused(
        `The disk of ${folder} has too little space: ${Math.ceil(missing / MIB)} MiB more are needed for the next file. ` +
          'Nothing was changed in the state folder. Free space, or keep fewer backups (--keep), and run it again.',
      );
  };
}
