/** One person's drive: names that are taken, and what files held before. The calls of its owner. */
import { AppError, type Result } from '#shared/errors.ts';
import type { RepeatKey } from '#worker/platform/stored-object.ts';
import type { CallerData } from './drive-base.ts';
import { FindingDrive } from './finding-drive.ts';
import { bumpWatchers } from './sharing/watch.store.ts';
import { requireBatch } from './tree/batch.store.ts';
import { requireOpen } from './tree/blocked.store.ts';
import { makeFolder } from './tree/change.store.ts';
import { findConflicts, holdersOf, type NameConflictRow } from './tree/conflict.store.ts';
import { noteEvent } from './tree/history/history.store.ts';
import { requireName } from './tree/rules.ts';
import { type NodeRow, nodeById, requireFolder } from './tree/tree.store.ts';
import {
  deleteVersion,
  listVersions,
  requireVersion,
  restoreVersion,
  type VersionPage,
  type VersionRow,
} from './tree/versions/version.store.ts';

export abstract class VersionedDrive extends FindingDrive {
  /** @throws file_not_found, file_in_recycle_bin for the folder */
  conflicts(caller: CallerData, input: { parentId: string; names: readonly string[] }): Result<NameConflictRow[]> {
    return this.command(() => {
      this.guard(caller);
      requireFolder(this.sql, input.parentId);
      return findConflicts(this.sql, input.parentId, input.names);
    });
  }

  /** The oldest folder of this name; made when there is none. */
  findOrMakeFolder(
    caller: CallerData,
    input: { parentId: string; name: string },
    repeat: RepeatKey | null,
  ): Result<{ row: NodeRow; found: boolean }> {
    return this.write(
      caller,
      (tx) => {
        requireName(input.name);
        requireFolder(tx.sql, input.parentId);
        const row = holdersOf(tx.sql, input.parentId, [input.name]).find(({ is_file }) => is_file === 0);
        return row ? { row, found: true } : { row: makeFolder(tx, input), found: false };
      },
      repeat,
    );
  }

  /** @throws file_not_found, file_in_recycle_bin; invalid_argument for a bad page token */
  versions(caller: CallerData, fileId: string, pageToken: string, rows: number): Result<VersionPage> {
    return this.command(() => {
      this.guard(caller);
      return listVersions(this.sql, this.#file(fileId).id, pageToken, rows);
    });
  }

  /** @throws file_not_found, file_in_recycle_bin, not_found, file_blocked */
  version(caller: CallerData, fileId: string, versionId: string): Result<{ file: NodeRow; version: VersionRow }> {
    return this.command(() => {
      this.guard(caller);
      const file = this.#file(fileId);
      const version = requireVersion(this.sql, file.id, versionId);
      requireOpen(this.sql, version.gcid);
      return { file, version };
    });
  }

  /** @throws file_not_found, file_in_recycle_bin, not_found, file_blocked */
  restoreVersion(caller: CallerData, fileId: string, versionId: string, repeat: RepeatKey | null): Result<NodeRow> {
    return this.write(
      caller,
      (tx) => {
        const file = this.#file(fileId);
        const version = requireVersion(tx.sql, file.id, versionId);
        requireOpen(tx.sql, version.gcid);
        restoreVersion(tx, file, version, this.keeping());
        bumpWatchers(tx, [file.id]);
        noteEvent(tx, 'TYPE_UPDATE', file.id);
        return nodeById(tx.sql, file.id) ?? file;
      },
      repeat,
    );
  }

  /** @throws file_not_found, file_in_recycle_bin */
  deleteVersion(caller: CallerData, fileId: string, versionId: string): Result<null> {
    return this.write(
      caller,
      (tx) => {
        deleteVersion(tx, this.#file(fileId).id, versionId);
        return null;
      },
      null,
    );
  }

  #file(id: string): NodeRow {
    const [row] = requireBatch(this.sql, [id], 'refuse');
    if (!row) throw new AppError('file_not_found');
    return row;
  }
}
