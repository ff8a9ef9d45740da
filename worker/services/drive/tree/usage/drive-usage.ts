/** Space that a drive uses. The sum of the trash is cached until something changes. */
import type { DriveCore } from '../../core/drive-core.ts';
import { trashBytes } from '../batch.store.ts';
import { versionBytes } from '../versions/version.store.ts';
import { readSpace } from './quota.ts';

export interface SpaceUsed {
  readonly usageBytes: number;
  readonly trashBytes: number;
  /** Part of the used space, wherever their files are. */
  readonly versionBytes: number;
  readonly reservedBytes: number;
}

export interface DriveUsage {
  space(core: DriveCore): SpaceUsed;
  /** Drops the cached sum. */
  forget(): void;
}

export function makeDriveUsage(): DriveUsage {
  let trash: { key: string; bytes: number } | null = null;

  function trashSum({ sql }: DriveCore, usageBytes: number): number {
    const { roots, latest } = sql
      .exec<{ roots: number; latest: number | null }>(
        'SELECT count(*) AS roots, max(trashed_ms) AS latest FROM nodes WHERE state = 1 AND state > 0',
      )
      .one();
    const key = `${roots}/${latest}/${usageBytes}`;
    if (trash?.key !== key) trash = { key, bytes: trashBytes(sql) };
    return trash.bytes;
  }

  return {
    forget() {
      trash = null;
    },
    space(core) {
      const { usage_bytes, reserved_bytes } = readSpace(core.sql);
      return {
        usageBytes: usage_bytes,
        trashBytes: trashSum(core, usage_bytes),
        versionBytes: versionBytes(core.sql),
        reservedBytes: reserved_bytes,
      };
    },
  };
}
