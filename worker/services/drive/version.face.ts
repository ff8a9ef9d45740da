/** Face of the drive, third part: names that are taken, and what files held before. Types only. */
import type { FileObject } from '#shared/drive/model.ts';
import type { FileVersion, NameConflict, OpenVersion } from '#shared/drive/versions.contract.ts';
import type { NodeId } from '#shared/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';

export interface VersionService {
  /** @throws file_not_found, file_in_recycle_bin for the folder */
  conflicts(
    caller: Caller,
    input: { parentId: NodeId; names: readonly string[] },
  ): Promise<{ conflicts: NameConflict[] }>;
  /** Newest first. @throws file_not_found, file_in_recycle_bin, invalid_argument */
  versions(
    caller: Caller,
    id: NodeId,
    query: { limit: number; pageToken: string },
  ): Promise<{ kind: 'drive#versionList'; versions: FileVersion[]; next_page_token: string }>;
  /** @throws file_not_found, file_in_recycle_bin, not_found, file_blocked */
  version(caller: Caller, id: NodeId, versionId: string): Promise<OpenVersion>;
  /** @throws file_not_found, file_in_recycle_bin, not_found, file_blocked */
  restoreVersion(caller: Caller, id: NodeId, versionId: string, call: CallContext): Promise<FileObject>;
  /** @throws file_not_found, file_in_recycle_bin */
  deleteVersion(caller: Caller, id: NodeId, versionId: string): Promise<void>;
}
