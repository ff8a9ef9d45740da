/** What takes the room: of one folder, and of the whole drive by kind of file. */
import type { KindObject } from '#shared/drive/usage.contract.ts';
import { unwrap } from '#shared/errors.ts';
import type { NodeId } from '#shared/ids.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { type Caller, type DriveDeps, driveOf } from '../../deps.ts';

/** @throws AppError file_not_found, file_in_recycle_bin */
export async function size(
  deps: DriveDeps,
  caller: Caller,
  id: NodeId,
): Promise<{ size: string; file_count: string; folder_count: string; path: { id: string; name: string }[] }> {
  const held = unwrap(await driveOf(deps, caller.userId).measureNode(callerData(caller), id));
  return {
    size: String(held.bytes),
    file_count: String(held.files),
    folder_count: String(held.folders),
    path: held.path,
  };
}

export async function kinds(deps: DriveDeps, caller: Caller): Promise<{ kinds: KindObject[] }> {
  const drive = driveOf(deps, caller.userId);
  const [all, thrown] = await Promise.all([
    drive.usageByKind(callerData(caller)),
    drive.trashByKind(callerData(caller)),
  ]);
  const trash = new Map(unwrap(thrown).map((row) => [row.category, row]));
  return {
    kinds: unwrap(all).map(({ category, files, bytes }) => ({
      file_category: category,
      file_count: String(files),
      size: String(bytes),
      file_count_in_trash: String(trash.get(category)?.files ?? 0),
      size_in_trash: String(trash.get(category)?.bytes ?? 0),
    })),
  };
}
