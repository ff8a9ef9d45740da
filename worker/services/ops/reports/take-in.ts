/** Looks a reported link up, stores the evidence and gives the reports to its case. Runs after the answer, and again after a crash. */
import { unwrap } from '#shared/errors.ts';
import { asShareId, asUserId } from '#shared/ids.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { CASE_FILES, LETTER_TTL_MS, OPEN_CASE_TTL_MS } from '../keys.ts';
import type { ReportDeps } from './deps.ts';
import { reportsOf } from './part.ts';

/** @param isKnown  an operator decides it now: no letter says that it waits */
export async function takeIn(deps: ReportDeps, shareId: string, isKnown = false): Promise<void> {
  const queue = reportsOf(deps);
  const link = await deps.share.reported(asShareId(shareId));
  if (link === null) {
    unwrap(await queue.dropReports(shareId));
    return;
  }
  const { ownerId, rootIds, ...facts } = link;
  const fileIds = unwrap(await queue.waitingFileIds(shareId));
  const files = await deps.drive.linkEvidence(asUserId(ownerId), { rootIds, fileIds, limit: CASE_FILES });
  // Before the case, so that nothing is stored that names contents which may go.
  const contentKeys = [...new Set(files.map(({ contentKey }) => contentKey))];
  await deps.drive.holdContents(shareId, contentKeys, deps.clock.nowMs() + OPEN_CASE_TTL_MS);
  const isOpen = unwrap(await queue.openCase({ shareId, ownerId, ...facts }, [...files]));
  if (isOpen && !isKnown) await notifyOperators(deps);
}

/** A letter that cases wait; at most one an hour, and none about what they are. */
async function notifyOperators(deps: ReportDeps): Promise<void> {
  const { mail, contactMail, clock } = deps;
  if (contactMail === '' || !mail.ready) return;
  const writtenMs = clock.nowMs();
  const letter = await mail.prepare({
    kind: 'desk-reports',
    to: contactMail,
    locale: DEFAULT_LOCALE,
    code: '',
    writtenMs,
    untilMs: writtenMs + LETTER_TTL_MS,
  });
  unwrap(await reportsOf(deps).publishQueueLetter(letter));
}
