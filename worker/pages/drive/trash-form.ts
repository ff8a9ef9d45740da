/** The forms of the storage pages: trash files, trash duplicates, undo. They delete nothing permanently. */
import type { TrashDone } from '#client/drive/toasts/trash-toast.view.tsx';
import { AppError } from '#shared/errors.ts';
import { asNodeId, type NodeId } from '#shared/ids.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { refusalOf, type SentForm, sentenceOf } from '../render/form.ts';
import type { PageDeps } from '../services.ts';

/** Characters of ids in one field: 100 groups of 100 files. */
const MAX_IDS_CHARS = 400_000;
/** As many ids as one call of the API takes. */
const MAX_IDS = 10_000;
/** Most groups of one form, more than a page shows. Each costs a search through all fields. */
const MAX_GROUPS = 100;

/** Refusals that mean that the page is out of date. */
const STALE = ['file_not_found', 'file_in_recycle_bin', 'failed_precondition', 'invalid_argument'];

function idsIn(form: SentForm, name: string): NodeId[] {
  const ids = form.field(name, MAX_IDS_CHARS).split(',');
  return [...new Set(ids.filter((id) => id !== ''))].slice(0, MAX_IDS).map(asNodeId);
}

/** The groups that were chosen: all of the page, or the one whose button was pressed. */
function groupsIn(form: SentForm): { keep: NodeId; ids: NodeId[] }[] {
  const only = form.field('only', 10);
  const groups: { keep: NodeId; ids: NodeId[] }[] = [];
  for (let index = 0; form.get(`ids-${index}`) !== null; index += 1) {
    if (index === MAX_GROUPS) throw new AppError('invalid_argument', { reason: 'too_many', field: 'ids' });
    if (only !== 'all' && only !== String(index)) continue;
    const keep = asNodeId(form.field(`keep-${index}`, 200));
    const files = idsIn(form, `ids-${index}`);
    if (!files.includes(keep)) throw new AppError('invalid_argument', { reason: 'missing', field: 'keep' });
    const ids = files.filter((id) => id !== keep);
    if (ids.length > 0) groups.push({ keep, ids });
  }
  if (groups.length === 0) throw new AppError('invalid_argument', { reason: 'missing', field: 'only' });
  return groups;
}

/** @throws AppError unauthenticated, and failures of the server */
export async function trashForm(
  { drive }: PageDeps,
  caller: Caller,
  call: CallContext,
  form: SentForm,
  translator: Translator,
): Promise<TrashDone> {
  try {
    switch (form.field('step', 10)) {
      case 'undo': {
        const ids = idsIn(form, 'ids');
        await drive.untrash(caller, ids, call);
        return { kind: 'undone', count: ids.length };
      }
      case 'tidy': {
        const groups = groupsIn(form);
        await drive.tidy(caller, groups, call);
        return { kind: 'trashed', ids: groups.flatMap(({ ids }) => ids) };
      }
      default: {
        const ids = idsIn(form, 'ids');
        await drive.trash(caller, ids, call);
        return { kind: 'trashed', ids };
      }
    }
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.errorName === 'unauthenticated') throw refusal;
    const isStale = STALE.includes(refusal.errorName);
    return {
      kind: 'refused',
      sentence: isStale ? translator.t('drive.storage.problem.changed') : sentenceOf(refusal, translator),
    };
  }
}
