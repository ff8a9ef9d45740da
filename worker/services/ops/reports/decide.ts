/**
 * An operator's decision on a reported link. It is in the operators' log before it is stored, and stored before it takes effect; the
 * event of the desk applies it again, in case this call ends before.
 */
import { AppError, unwrap } from '#shared/errors.ts';
import { asShareId, asUserId } from '#shared/ids.ts';
import { isClosing } from '#shared/share/reports.ts';
import type { Actor } from '#worker/services/config/index.ts';
import { CLOSED_CASE_TTL_MS, DECIDED_HOLD_MS, OPEN_CASE_TTL_MS } from '../keys.ts';
import type { ReportDeps } from './deps.ts';
import type { Case, DecisionInput } from './model.ts';
import { reportsOf } from './part.ts';

const NOTE_CHARS = 500;

/** @throws AppError not_found, aborted when another operator decided since, invalid_argument */
export async function decide(deps: ReportDeps, input: DecisionInput, by: Actor): Promise<void> {
  const note = input.note.trim();
  if (note === '' || note.length > NOTE_CHARS)
    throw new AppError('invalid_argument', { field: 'note', reason: note === '' ? 'missing' : 'too_long' });
  const found = await caseOf(deps, input.shareId);
  if (!found) throw new AppError('not_found', { reason: 'case_not_found', field: 'share_id' });
  if (!found.decisions.some(({ key }) => key === input.key))
    await deps.documents.recordAct(by, { act: 'case_decided', subject: 'links', note: noteOf({ ...input, note }) });
  unwrap(await reportsOf(deps).decideCase({ ...input, note }, by));
  await applyDecision(deps, input.shareId);
}

function noteOf({ shareId, act, status, ground, nodeIds, note }: DecisionInput): string {
  const closing = isClosing(act) ? ` ${status}, ${ground}` : '';
  const files = act === 'ban' ? `, ${nodeIds.length} files` : '';
  return `${shareId}: ${act}${closing}${files}: ${note}`;
}

export async function caseOf(deps: Pick<ReportDeps, 'inbox'>, shareId: string): Promise<Case | null> {
  return unwrap(await reportsOf(deps).readCase(shareId)) as Case | null;
}

/** Makes link and contents what the last decision says. Repeating it changes nothing, and a late event finds the newest decision. */
export async function applyDecision(deps: ReportDeps, shareId: string): Promise<Case | null> {
  const found = await caseOf(deps, shareId);
  const [last] = found?.decisions ?? [];
  if (!found || !last) return null;
  const { files } = found;
  const ownerId = asUserId(found.ownerId);
  const banned = files.filter(({ isBanned }) => isBanned);
  const open = files.filter(({ contentKey }) => !banned.some((each) => each.contentKey === contentKey));
  await deps.drive.setContentBans(ownerId, shareId, { contents: banned.map(contentOf), banned: true });
  await deps.drive.setContentBans(ownerId, shareId, { contents: open.map(contentOf), banned: false });
  // `none` leaves the link as it is: another decision about its files may have closed it.
  const setting = found.decisions.find(({ act }) => act !== 'none' && act !== 'uphold');
  if (setting)
    await deps.share.setLinkDecision({
      shareId: asShareId(shareId),
      ownerId,
      status: setting.status || 'OK',
      decision: setting.seq,
    });
  const contentKeys = [...new Set(files.map(({ contentKey }) => contentKey))];
  await deps.drive.holdContents(shareId, contentKeys, holdUntil(found, last.atMs));
  return found;
}

/** Evidence of a closed link outlives the time in which its owner usually objects. */
function holdUntil({ state, judged }: Case, decidedMs: number): number {
  if (state === 'open') return decidedMs + OPEN_CASE_TTL_MS;
  if (state === 'appealed') return decidedMs + CLOSED_CASE_TTL_MS;
  return judged === '' ? decidedMs : decidedMs + DECIDED_HOLD_MS;
}

function contentOf({ contentKey, gcid }: { contentKey: string; gcid: string }): { contentKey: string; gcid: string } {
  return { contentKey, gcid };
}
