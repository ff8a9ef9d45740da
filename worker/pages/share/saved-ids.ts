/**
 * Ids of the files and folders of a link that the visitor has saved before and not taken back, as JSON for the script of its page: the page itself is the
 * same for all visitors. Asked with `?saved=`; never cached.
 */
import type { Context } from 'hono';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PageDeps } from '../services.ts';
import type { Place } from './share-show.tsx';

/** Query name of the question. */
export const SAVED_QUERY = 'saved';
/** The newest saves that are looked at: one page of tasks. */
const SAVES = 100;

function idsIn({ trace_file_ids: trace = '{}' }: Readonly<Record<string, string>>): string[] {
  return Object.keys(JSON.parse(trace) as Record<string, string>);
}

export async function savedIds(c: Context<AppEnv>, { drive }: PageDeps, { shareId }: Place): Promise<Response> {
  const { caller } = c.get('call');
  const query = { type: 'restore', limit: SAVES, pageToken: '', phases: ['PHASE_TYPE_COMPLETE'], ids: [] };
  const found = caller ? await drive.tasks(caller, query) : { tasks: [] };
  const ids = found.tasks.flatMap(({ params }) =>
    params['original_share_id'] === shareId && !params['undone'] ? idsIn(params) : [],
  );
  return c.json({ ids: [...new Set(ids)] }, 200, { 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
}
