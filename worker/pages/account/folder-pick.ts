/** The choice of the one folder that a program sees, for pages that give programs access. */
import type { Context } from 'hono';
import type { FolderChoice, FolderPick } from '#client/auth/programs/folder-field.view.tsx';
import { shownFolderName } from '#shared/drive/shown-name.ts';
import { AppError } from '#shared/errors.ts';
import { asNodeId } from '#shared/ids.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Folders of one level that are shown at once. */
const FOLDERS = 100;

export const WHOLE_DRIVE: FolderChoice = { id: '', name: '' };

export interface FolderParts {
  readonly c: Context<AppEnv>;
  readonly deps: Pick<PageDeps, 'drive'>;
  readonly caller: Caller;
}

/** @returns null for a folder that is not there */
export async function folderOf(parts: FolderParts, id: string): Promise<FolderChoice | null> {
  if (id === '') return WHOLE_DRIVE;
  return (await pathOf(parts, id))?.at(-1) ?? null;
}

/** Folders from the top to this one. @returns null for one that is not there */
async function pathOf({ c, deps, caller }: FolderParts, id: string): Promise<readonly FolderChoice[] | null> {
  if (id === '') return [];
  const { t } = translatorOf(c.get('locale'));
  try {
    const path = await deps.drive.path(caller, asNodeId(id));
    return path.map((folder, depth) => ({ id: folder.id, name: shownFolderName(folder.name, depth === 0, { t }) }));
  } catch (error) {
    if (asAppError(error).errorName === 'unauthenticated') throw error;
    return null;
  }
}

/** The folders in one; those of the top where it is not there. */
export async function pickIn(parts: FolderParts, wanted: string, pageToken: string): Promise<FolderPick> {
  const { c, deps, caller } = parts;
  const { t } = translatorOf(c.get('locale'));
  const path = (await pathOf(parts, wanted)) ?? [];
  const parentId = asNodeId(path.at(-1)?.id ?? '');
  const listed = await deps.drive.list(caller, { parentId, limit: FOLDERS, pageToken, foldersOnly: true, ...BY_NAME });
  const folders = listed.files.map(({ id, name }) => ({ id, name: shownFolderName(name, path.length === 0, { t }) }));
  return { path, folders, pageToken: listed.next_page_token };
}

const BY_NAME = { order: 'name_asc', foldersFirst: true, trashed: false } as const;

/** No program gets the whole drive in place of a folder that has gone. @throws AppError file_not_found */
export async function requireFolder(parts: FolderParts, id: string): Promise<void> {
  if (!(await folderOf(parts, id))) throw new AppError('file_not_found', { field: '' });
}
