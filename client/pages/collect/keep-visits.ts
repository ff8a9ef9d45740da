/** Takes the receipts of files that this browser sent into the account of the person who has signed in since. */
import { pageFetch } from '#client/api/fetch.ts';
import { href } from '#shared/routes.ts';
import { type Memory, storedVisits, storeVisits } from './visit.ts';

export async function keepVisits(page: Document, memory: Memory, nowMs: number): Promise<void> {
  const visits = storedVisits(memory, nowMs);
  const fresh = visits.filter(({ isInAccount }) => !isInAccount);
  if (fresh.length === 0) return;
  const secrets = fresh.map(({ path, receipt }) => [decodeURIComponent(path.split('/').at(-1) ?? ''), receipt]);
  // Without an answer the next page tries again; a session that has ended is a redirect.
  const answer = await pageFetch(page)<{ taken: number }>(href('drive.sent'), {
    method: 'POST',
    body: new URLSearchParams({ step: 'keep', secrets: JSON.stringify(secrets) }),
    redirect: 'manual',
  }).catch(() => null);
  if (!answer) return;
  // Unfinished ones go on in this browser.
  const known = new Set(fresh.map(({ receipt }) => receipt));
  const marked = storedVisits(memory, nowMs).map((each) =>
    known.has(each.receipt) ? { ...each, isInAccount: true } : each,
  );
  storeVisits(
    memory,
    marked.filter(({ isDone, isInAccount }) => !(isDone && isInAccount)),
  );
  if (answer.taken > 0 && page.querySelector('[data-sent]')) location.reload();
}
