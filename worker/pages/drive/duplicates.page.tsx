/** `/drive/duplicates`: files with equal content; one of each stays. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { DuplicatesView, duplicatesHref } from '#client/drive/storage/duplicates.view.tsx';
import type { TrashDone } from '#client/drive/toasts/trash-toast.view.tsx';
import { foundRowOf } from '#shared/drive/rows.ts';
import { parseWireTime } from '#shared/units.ts';
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

/** Groups of one page. */
const GROUPS = 20;
/** Most files of one group that the drive returns. */
const GROUP_FILES = 100;
const DAY_SECONDS = 86_400;

const tokenOf = (c: Context<AppEnv>) => c.req.query('page') ?? '';

export function duplicatesPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return asPerson(c, duplicatesHref(tokenOf(c)), async (caller) => {
    try {
      return await show(c, deps, caller, null);
    } catch (error) {
      // The page token is invalid: leads to the first page.
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
  return renderInDrive(
    { c, person, space, place: 'storage' },
    { title: t('drive.duplicates.title') },
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
    />,
  );
}
