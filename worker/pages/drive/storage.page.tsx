/** `/drive/storage`: the largest files, folders and kinds. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { type StorageKind, StoragePageView, storageHref } from '#client/drive/storage/storage-page.view.tsx';
import type { TrashDone } from '#client/drive/toasts/trash-toast.view.tsx';
import { foundRowOf } from '#shared/drive/rows.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { readForm } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderInDrive } from './drive-layout.tsx';
import { drivePerson } from './drive-person.ts';
import { trashForm } from './trash-form.ts';

/** Largest files of one page, and largest folders. */
const FILE_ROWS = 25;
const FOLDER_ROWS = 10;

const KINDS: readonly StorageKind[] = ['image', 'video', 'audio', 'document', 'archive', 'other'];

/** The kind and the page that the address asks for. */
function listOf(c: Context<AppEnv>): { kind: StorageKind | null; pageToken: string } {
  const word = c.req.query('kind');
  return { kind: KINDS.find((kind) => kind === word) ?? null, pageToken: c.req.query('page') ?? '' };
}

function here(c: Context<AppEnv>): string {
  const { kind, pageToken } = listOf(c);
  return storageHref(kind, pageToken);
}

export function storagePage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, here(c), async (caller) => {
    try {
      return await show(c, deps, caller, null);
    } catch (error) {
      // The page token is invalid: leads to the first page of the list.
      if (asAppError(error).errorName !== 'invalid_argument' || listOf(c).pageToken === '') throw error;
      return c.redirect(storageHref(listOf(c).kind), 303);
    }
  });
}

export async function storagePost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  return asPerson(c, here(c), async (caller) =>
    show(c, deps, caller, await trashForm(deps, caller, c.get('call'), form, translatorOf(c.get('locale')))),
  );
}

async function show(c: Context<AppEnv>, deps: PageDeps, caller: Caller, done: TrashDone | null): Promise<Response> {
  const { drive } = deps;
  const { t } = translatorOf(c.get('locale'));
  const { kind, pageToken } = listOf(c);
  const [person, space, { kinds }, largest, { folders }] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    drive.kinds(caller),
    drive.largest(caller, { limit: FILE_ROWS, pageToken, kind: kind?.toUpperCase() ?? '' }),
    drive.heavyFolders(caller, FOLDER_ROWS),
  ]);
  const counts = kinds.map((row) => ({
    kind: KINDS.find((one) => one.toUpperCase() === row.file_category) ?? 'other',
    files: Number(row.file_count) - Number(row.file_count_in_trash),
    bytes: Math.max(0, Number(row.size) - Number(row.size_in_trash)),
  }));
  return renderInDrive(
    { c, person, space, place: 'storage' },
    { title: t('drive.storage.title'), description: t('drive.storage.description') },
    <StoragePageView
      usageBytes={space.usageBytes}
      limitBytes={space.limitBytes}
      trashBytes={space.trashBytes}
      trashFiles={kinds.reduce((files, row) => files + Number(row.file_count_in_trash), 0)}
      kinds={counts.filter(({ bytes, files }) => bytes > 0 || files > 0).toSorted((a, b) => b.bytes - a.bytes)}
      kind={kind}
      files={largest.files.map(foundRowOf)}
      pageToken={pageToken}
      nextPageToken={largest.next_page_token}
      folders={folders.map(({ id, name, size, file_count, path }) => ({
        id,
        name,
        bytes: Number(size),
        files: Number(file_count),
        path: path.map((crumb) => crumb.name),
      }))}
      done={done}
    />,
  );
}
