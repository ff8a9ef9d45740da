/** `/drive/duplicates`: files with equal content; one of each stays. Personal, never stored; works without script. */
import type { Context } from 'hono';
import type { TrashDone } from '#client/drive/changes/trash-toast.view.tsx';
import { SearchView } from '#client/drive/search/search.view.tsx';
import { DuplicatesView, duplicatesHref } from '#client/drive/storage/duplicates.view.tsx';
import { UploadLinkView } from '#client/drive/upload/upload-link.view.tsx';
import { DriveShell } from '#client/shell/drive-shell.view.tsx';
import { StorageMeter } from '#client/shell/sidebar.view.tsx';
import { foundRowOf } from '#shared/drive/rows.ts';
import { parseWireTime } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { readForm } from '../auth/code-form.ts';
import { homeHref, isSidebarNarrow, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { drivePerson } from './drive-person.ts';
import { trashForm } from './trash-form.ts';

/** Groups of one page. */
const GROUPS = 20;
/** Files that the drive tells of one group at most. */
const GROUP_FILES = 100;
const DAY_SECONDS = 86_400;

const tokenOf = (c: Context<AppEnv>) => c.req.query('page') ?? '';

export function duplicatesPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, duplicatesHref(tokenOf(c)), async (caller) => {
    try {
      return await show(c, deps, caller, null);
    } catch (error) {
      // An address that leads nowhere: the beginning is what is left of it.
      if (asAppError(error).errorName !== 'invalid_argument' || tokenOf(c) === '') throw error;
      return c.redirect(duplicatesHref(), 303);
    }
  });
}

export async function duplicatesPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  return asPerson(c, duplicatesHref(tokenOf(c)), async (caller) =>
    show(c, deps, caller, await trashForm(deps, caller, c.get('call'), form, translatorOf(c.get('locale')))),
  );
}

async function show(c: Context<AppEnv>, deps: PageDeps, caller: Caller, done: TrashDone | null): Promise<Response> {
  const { drive, config } = deps;
  const { t, tn } = translatorOf(c.get('locale'));
  const pageToken = tokenOf(c);
  const [person, space, found] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    drive.duplicates(caller, { limit: GROUPS, pageToken }),
  ]);
  return renderPage(
    c,
    { head: { title: `${t('drive.duplicates.title')} · Magpie`, noindex: true } },
    <DriveShell
      homeHref={homeHref(c)}
      languageHrefs={languageHrefs(c)}
      isNarrow={isSidebarNarrow(c)}
      place="storage"
      search={<SearchView query="" />}
      action={<UploadLinkView />}
      person={{ ...person, space }}
      storage={<StorageMeter usedBytes={space.usageBytes} limitBytes={space.limitBytes} />}
    >
      <DuplicatesView
        groups={found.groups.map(({ size, files }) => ({
          sizeBytes: Number(size),
          files: files.map((file) => ({ ...foundRowOf(file), createdMs: parseWireTime(file.created_time) ?? 0 })),
        }))}
        pageToken={pageToken}
        nextPageToken={found.next_page_token}
        days={tn('site.help.days', Math.round(config.limits.trashTtlSeconds / DAY_SECONDS))}
        groupFiles={GROUP_FILES}
        done={done}
      />
    </DriveShell>,
  );
}
