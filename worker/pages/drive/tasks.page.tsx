/** `/drive/tasks`: background work of a person. Personal, never cached; works without script. */
import type { Context } from 'hono';
import { chooseHref } from '#client/drive/tasks/choose-page.view.tsx';
import { TasksPageView, tasksHref } from '#client/drive/tasks/tasks-page.view.tsx';
import { MAX_ADDRESSES } from '#shared/drive/fetch/limits.ts';
import { phasesOf, readFilter, taskLineOf, typesOf } from '#shared/drive/fetch/task-row.ts';
import { messageOf } from '#shared/error-message.ts';
import { AppError } from '#shared/errors.ts';
import { asTaskId, ROOT_ID } from '#shared/ids.ts';
import { addressesIn, addressOfShare, shareIn } from '#shared/intake/addresses.ts';
import { ISLAND_TEXTS } from '#shared/locale/island-texts.gen.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { actionOf } from '#shared/navigation/actions.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { asPerson } from '../auth/as-person.ts';
import { readForm, refusalOf, seeOther } from '../render/form.ts';
import { Island } from '../render/island-element.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { postChoice, showChoice } from './choose-files.tsx';
import { renderInDrive } from './drive-layout.tsx';
import { drivePerson } from './drive-person.ts';
import { pageFacts } from './page-facts.ts';

const ROWS = 50;

function here(c: Context<AppEnv>): string {
  const url = new URL(c.req.url);
  return tasksHref(readFilter(url.searchParams), url.searchParams.get('page') ?? '');
}

export function tasksPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const choice = c.req.query('choose');
  return asPerson(c, choice === undefined ? here(c) : chooseHref(choice), async (caller) => {
    if (choice !== undefined)
      return showChoiceOrList(c, deps, caller, () =>
        showChoice(c, deps, caller, { id: choice, chosen: null, said: '' }),
      );
    try {
      return await show(c, deps, caller, '');
    } catch (error) {
      // The page token is invalid: leads to the first page of the list.
      if (asAppError(error).errorName !== 'invalid_argument' || !c.req.query('page')) throw error;
      return c.redirect(tasksHref(readFilter(new URL(c.req.url).searchParams)), 303);
    }
  });
}

type Form = Awaited<ReturnType<typeof readForm>>;

/** @returns a sentence about the step */
async function runStep(
  { drive }: PageDeps,
  caller: Caller,
  c: Context<AppEnv>,
  form: Form,
  t: Translator['t'],
): Promise<string> {
  const call = c.get('call');
  const field = (name: string): string => String(form.get(name) ?? '');
  const id = field('id');
  switch (field('step')) {
    case 'create': {
      const links = addressesIn(field('urls')).slice(0, MAX_ADDRESSES);
      if (links.length === 0) return t('drive.tasks.links.empty');
      for (const url of links)
        await drive.createFetch(
          caller,
          { url, name: '', parentId: ROOT_ID, folderType: 'DOWNLOAD', from: 'form', isAsked: true },
          call,
        );
      return t('drive.tasks.did.created', { count: links.length });
    }
    case 'retry':
      await drive.retryTask(caller, { id: asTaskId(id), createType: 'RETRY' });
      return t('drive.tasks.did.retried');
    case 'clear': {
      const { state, type } = readFilter(new URL(c.req.url).searchParams);
      const phases = state === 'active' ? [] : phasesOf(state);
      await drive.clearTasks(caller, { type: typesOf(type), phases, withFiles: false }, call);
      return t('drive.tasks.did.removed');
    }
    case 'remove':
    case 'remove-file':
      await drive.deleteTasks(caller, { ids: [id], withFiles: field('step') === 'remove-file' }, call);
      return t('drive.tasks.did.removed');
    default:
      throw new AppError('invalid_argument', { reason: 'task_step' });
  }
}

export async function tasksPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const { t } = translatorOf(c.get('locale'));
  return asPerson(c, here(c), async (caller) => {
    const step = form.get('step');
    const share = step === 'create' ? shareIn(String(form.get('urls') ?? ''), deps.config.appOrigin) : null;
    // A link of ours is a page to be opened, with the passcode of its message.
    if (share) return seeOther(addressOfShare(share));
    if (step === 'choose') return c.redirect(chooseHref(String(form.get('id') ?? '')), 303);
    if (step === 'choose-files')
      return showChoiceOrList(
        c,
        deps,
        caller,
        async () => (await postChoice(c, deps, caller, form)) ?? c.redirect(href('drive.tasks'), 303),
      );
    let said: string;
    try {
      said = await runStep(deps, caller, c, form, t);
    } catch (error) {
      said = messageOf(asAppError(error), t as Parameters<typeof messageOf>[1]);
    }
    return show(c, deps, caller, said);
  });
}

/** Shows a choice; one that is not possible any more leads to the list, with the reason. */
async function showChoiceOrList(
  c: Context<AppEnv>,
  deps: PageDeps,
  caller: Caller,
  choice: () => Promise<Response>,
): Promise<Response> {
  try {
    return await choice();
  } catch (error) {
    const { t } = translatorOf(c.get('locale'));
    return show(c, deps, caller, messageOf(refusalOf(error), t as Parameters<typeof messageOf>[1]));
  }
}

async function show(c: Context<AppEnv>, deps: PageDeps, caller: Caller, said: string): Promise<Response> {
  const { drive } = deps;
  const { t } = translatorOf(c.get('locale'));
  const query = new URL(c.req.url).searchParams;
  const filter = readFilter(query);
  const pageToken = query.get('page') ?? '';
  const [person, space, page, limits] = await Promise.all([
    drivePerson(deps, caller),
    drive.space(caller),
    drive.tasks(caller, {
      type: typesOf(filter.type),
      limit: ROWS,
      pageToken,
      phases: phasesOf(filter.state),
      ids: [],
      isGrouped: true,
    }),
    drive.taskLimits(caller),
  ]);
  const action = actionOf(query.get('action'));
  const props = {
    tasks: page.tasks.map(taskLineOf),
    filter,
    pageToken,
    nextPageToken: page.next_page_token,
    left: limits.left,
    limit: limits.per_day,
    said,
    marked: query.get('task') ?? (action === 'show_task' ? (query.get('id') ?? '') : ''),
    isAdding: action === 'create_task',
  };
  return renderInDrive(
    { c, person, space, place: 'tasks' },
    {
      title: t('drive.tasks.title'),
      description: t('drive.tasks.lead'),
      scripts: 'islands',
      kind: 'drive',
      facts: pageFacts(c, deps, caller.userId),
      texts: ISLAND_TEXTS,
    },
    <Island id="drive/tasks" props={props} view={<TasksPageView {...props} />} />,
  );
}
