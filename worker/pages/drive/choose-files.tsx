/** The choice among the files of a torrent on the page of tasks, `?choose=<id of the task>`, by forms alone. */
import type { Context } from 'hono';
import { ChoosePageView } from '#client/drive/tasks/choose-page.view.tsx';
import type { TorrentFile } from '#shared/drive/torrent/file-tree.ts';
import { messageOf } from '#shared/error-message.ts';
import { AppError } from '#shared/errors.ts';
import { asTaskId } from '#shared/ids.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { readForm } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { renderInDrive } from './drive-layout.tsx';
import { drivePerson } from './drive-person.ts';

type Form = Awaited<ReturnType<typeof readForm>>;

/** Files of one call. */
const PAGE = 1_000;

async function filesOf({ drive }: PageDeps, caller: Caller, id: string): Promise<TorrentFile[]> {
  const files: TorrentFile[] = [];
  for (let pageToken = ''; ; ) {
    const page = await drive.taskStatuses(caller, { id: asTaskId(id), rows: PAGE, pageToken });
    for (const { id: index, file_name: name, file_size: size } of page.statuses)
      files.push({ index: Number(index), name, sizeBytes: Number(size) });
    pageToken = page.next_page_token;
    if (pageToken === '') return files;
  }
}

/** @param chosen  null: all. @throws AppError not_found; failed_precondition when nothing is to be chosen */
export async function showChoice(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  { id, chosen, said }: { readonly id: string; readonly chosen: ReadonlySet<number> | null; readonly said: string },
): Promise<Response> {
  const { drive } = deps;
  const { t } = translatorOf(c.get('locale'));
  const [person, space, task, files] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    drive.task(caller, asTaskId(id)),
    filesOf(deps, caller, id),
  ]);
  if (task.params['stage'] !== 'choosing') throw new AppError('failed_precondition', { reason: 'task_stage' });
  const all = chosen ?? new Set(files.map(({ index }) => index));
  return renderInDrive(
    { c, person, space, place: 'tasks' },
    { title: t('drive.tasks.files.choose') },
    <ChoosePageView taskId={id} name={task.file_name} files={files} chosen={all} said={said} />,
  );
}

/** Carries out a posted choice. @returns null when the download begins. @throws as {@link showChoice} */
export async function postChoice(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  form: Form,
): Promise<Response | null> {
  const id = String(form.get('id') ?? '');
  const mark = form.get('mark');
  const { t } = translatorOf(c.get('locale'));
  if (mark === 'all') return showChoice(c, deps, caller, { id, chosen: null, said: '' });
  if (mark === 'none') return showChoice(c, deps, caller, { id, chosen: new Set(), said: '' });
  const chosen = new Set(form.all('file').map(Number));
  if (chosen.size === 0) return showChoice(c, deps, caller, { id, chosen, said: t('drive.tasks.files.empty') });
  try {
    await deps.drive.chooseFiles(caller, { id: asTaskId(id), files: [...chosen] });
    return null;
  } catch (error) {
    const said = messageOf(asAppError(error), t as Parameters<typeof messageOf>[1]);
    return showChoice(c, deps, caller, { id, chosen, said });
  }
}
