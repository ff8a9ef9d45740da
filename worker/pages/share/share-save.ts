/** Posted forms of a share that save into the visitor's drive: plan, save, undo. All of them work without script. */
import type { Context } from 'hono';
import type { SaveChoice, SavePlanProps } from '#client/share/save-plan.view.tsx';
import type { SaveState } from '#client/share/save-to-drive.view.tsx';
import { passTokenCookieName, readTextCookie } from '#shared/cookies.ts';
import { readSaved } from '#shared/drive/saved.ts';
import { messageOf } from '#shared/error-message.ts';
import { type AppError, ERRORS } from '#shared/errors.ts';
import { asNodeId, asTaskId, type NodeId, ROOT_ID } from '#shared/ids.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { SentForm } from '../render/form.ts';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';
import { type AskedSave, saveTarget, signInToSave } from './pending-save.ts';
import { type Place, show } from './share-show.tsx';

/** Things that one form saves. */
const MAX_IDS = 1_000;
const MAX_ID_CHARS = 100;
const MAX_NAME_CHARS = 500;
/** Folders of one place that the plan offers. */
const OFFERED_FOLDERS = 200;
const ROOT_CHOICE = 'root';

type SaveIntent = 'save' | 'plan' | 'undo';

export function isSaveIntent(intent: string | null): intent is SaveIntent {
  return intent === 'save' || intent === 'plan' || intent === 'undo';
}

function choiceOf(form: SentForm): SaveChoice {
  const ids = form
    .all('id')
    .slice(0, MAX_IDS)
    .filter((id) => id !== '' && id.length <= MAX_ID_CHARS);
  const folderName = form.field('folder_name', MAX_NAME_CHARS).trim();
  return { ids: [...new Set(ids)], to: form.field('to', MAX_ID_CHARS), folderName };
}

/** null: the folder of saves. */
function parentOf(to: string): NodeId | null {
  if (to === '') return null;
  return to === ROOT_CHOICE ? ROOT_ID : asNodeId(to);
}

function idsOf(place: Place, { ids }: SaveChoice): NodeId[] {
  if (ids.length > 0) return ids.map(asNodeId);
  return place.parentId === ROOT_ID ? [] : [place.parentId];
}

interface Work {
  readonly c: Context<AppEnv>;
  readonly deps: PageDeps;
  readonly place: Place;
  readonly caller: Caller;
  readonly call: CallContext;
  readonly passCodeToken: string;
  readonly choice: SaveChoice;
}

/** The way to the chosen folder and the folders in it. */
async function placesOf({ deps, caller, choice }: Work): Promise<Pick<SavePlanProps, 'path' | 'folders'>> {
  const parentId = parentOf(choice.to) ?? ROOT_ID;
  const query = {
    parentId,
    limit: OFFERED_FOLDERS,
    pageToken: '',
    order: 'name_asc',
    foldersFirst: true,
  } as const;
  const [{ files }, path] = await Promise.all([
    deps.drive.list(caller, { ...query, trashed: false, foldersOnly: true }),
    parentId === ROOT_ID ? [] : deps.drive.path(caller, parentId),
  ]);
  const shown = ({ id, name }: { id: string; name: string }) => ({ id, name });
  return { path: path.map(shown), folders: files.map(shown) };
}

async function planned(work: Work): Promise<SaveState> {
  const { deps, place, caller, call, choice, passCodeToken } = work;
  const input = { shareId: place.shareId, passCodeToken, fileIds: idsOf(place, choice), parentId: parentOf(choice.to) };
  const { status, plan } = await deps.share.planRestore(caller, input, call);
  if (!plan) return { kind: 'failed', error: translatorOf(call.locale).text(`share.status.${status}`) };
  return { kind: 'planned', choice, plan, ...(await placesOf(work)) };
}

async function saved(work: Work): Promise<SaveState> {
  const { c, deps, place, caller, call, choice, passCodeToken } = work;
  await c.get('requireDiskSpace')(0);
  let parentId = parentOf(choice.to);
  if (choice.folderName !== '') {
    // A folder of this name is taken, so that the same form sent twice makes one.
    const made = { parentId: parentId ?? ROOT_ID, name: choice.folderName };
    const { file } = await deps.drive.createFolder(caller, made, call, 'skip');
    if (file) parentId = asNodeId(file.id);
  }
  const input = { shareId: place.shareId, passCodeToken, fileIds: idsOf(place, choice), parentId };
  const answer = await deps.share.restore(caller, input, call);
  if (answer.share_status !== 'OK') return { kind: 'failed', error: answer.share_status_text };
  const target = await saveTarget(c, deps, caller, asNodeId(answer.file_id));
  if (answer.restore_status !== 'RESTORE_COMPLETE') return { kind: 'started', ...target };
  return { kind: 'saved', taskId: answer.restore_task_id, ...target, ...readSaved(answer.params) };
}

/** @throws the error itself when the server failed */
function refused(error: AppError, text: (key: never) => string): SaveState {
  // The page of an owner shows other things than this.
  if (error.errorName === 'file_restore_own') return { kind: 'ready' };
  const isFull = error.errorName === 'file_space_not_enough';
  return { kind: 'failed', error: messageOf(error, text as Parameters<typeof messageOf>[1]), isFull };
}

export async function saveForm(
  c: Context<AppEnv>,
  deps: PageDeps,
  place: Place,
  form: SentForm,
  intent: SaveIntent,
): Promise<Response> {
  const call = c.get('call');
  const choice = choiceOf(form);
  const toSignIn = async () => {
    const asked: AskedSave = { ...choice, intent: intent === 'plan' ? 'plan' : 'save' };
    const { location, setCookie } = await signInToSave(deps.keyring, place, call.nowMs, asked);
    c.header('set-cookie', setCookie, { append: true });
    return c.redirect(location, 303);
  };
  const { caller } = call;
  if (!caller) return toSignIn();
  const passCodeToken = readTextCookie(c.get('cookies'), passTokenCookieName(place.shareId));
  const work: Work = { c, deps, place, caller, call, choice, passCodeToken };
  let state: SaveState;
  try {
    if (intent === 'plan') state = await planned(work);
    else if (intent === 'save') state = await saved(work);
    else
      state = {
        kind: 'undone',
        count: await deps.share.undoRestore(caller, asTaskId(form.field('task', MAX_ID_CHARS))),
      };
  } catch (caught) {
    const appError = asAppError(caught);
    if (appError.errorName === 'unauthenticated') return toSignIn();
    if (ERRORS[appError.errorName].httpStatus >= 500 && appError.errorName !== 'storage_full') throw caught;
    state = refused(appError, translatorOf(call.locale).text);
  }
  return show(c, deps, place, passCodeToken, { save: state });
}
