/** The list of people of an installation on Cloudflare made anew: ids of accounts come from its API, in pages that can be gone on from. */
import { type Installation, objectPages } from '#scripts/deploy/installation.ts';
import { Stop } from '#scripts/deploy/stop.ts';

/** Each object is two calls of the Worker, which may make 1,000. */
const IDS_AT_ONCE = 200;
const RESUME = /^(\d{1,16})\.(.*)$/s;

export interface Rebuilt {
  readonly found: number;
  readonly removed: number;
}

/**
 * Repeating it is harmless: entries without an account leave the list only at the end.
 * @param resume  as an earlier run named it when it was cut off; '' for a new run
 * @throws Stop that names where to go on
 */
export async function rebuildFromObjects(installation: Installation, resume: string): Promise<Rebuilt> {
  const [, since = '', from = ''] = RESUME.exec(resume) ?? [];
  if (resume !== '' && since === '') throw new Error('--resume must be what the earlier run has printed');
  const started =
    since === ''
      ? (await installation.ask<{ started: number }>('/_internal/people/rebuild-begin', {})).started
      : Number(since);
  let cursor = from;
  let found = 0;
  try {
    for await (const page of objectPages(installation, 'AccountObject', cursor)) {
      for (let first = 0; first < page.ids.length; first += IDS_AT_ONCE) {
        const body = { objects: page.ids.slice(first, first + IDS_AT_ONCE) };
        found += (await installation.ask<{ found: number }>('/_internal/people/rebuild-objects', body)).found;
      }
      cursor = page.cursor;
    }
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const goOn = `${found} people are in the list so far. Go on with: people rebuild --resume ${started}.${cursor}`;
    throw new Stop(error.message, `${error.remedy}\n${goOn}`, { cause: error });
  }
  // A list without any account would be emptied, and with it the list of operators.
  if (found === 0 && since === '') throw new Error('no account was found; the list stays as it was');
  const { removed } = await installation.ask<{ removed: number }>('/_internal/people/rebuild-end', { started });
  return { found, removed };
}
