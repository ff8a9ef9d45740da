/**
 * Small images of one link: whether their links open, and the contents behind them. A question for one picture of a page is answered
 * with all pictures of the page, because the others are asked for next.
 */
import type { Result } from '#shared/errors.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import type { LinkCore } from './link-core.ts';
import { settle, statusOfLink } from './reading.ts';
import type { PageTop, PicturesAnswer, PicturesInput, ShareRoots } from './rpc-types.ts';
import type { ShareRow } from './store.ts';

/** Reads pictures of the owner's drive for the object; returns JSON text. */
export type PicturesLoader = (roots: ShareRoots, ids: readonly string[]) => Promise<Result<string>>;

const NO_PICTURES = '{}';

interface LookedUp {
  /** The same for all questions that are answered with these files. */
  readonly key: string;
  readonly ids: readonly string[];
}

/** These files, and all of the cached pages that show them. */
function withTheirPages(link: LinkCore, version: number, fileIds: readonly string[]): LookedUp {
  const sources = new Set<string>();
  const ids = new Set<string>();
  for (const id of fileIds) {
    if (ids.has(id)) continue;
    // A row begins with its id.
    const page = link.pages.find(`[${JSON.stringify(id)},`);
    sources.add(page?.key ?? id);
    ids.add(id);
    for (const [other] of page ? (JSON.parse(page.text) as PageTop).rows : []) ids.add(other);
  }
  return { key: JSON.stringify(['pictures', version, ...sources]), ids: [...ids] };
}

/** A link that hides its images has none, also for addresses that were given out before. */
function picturesStatus(row: ShareRow, input: PicturesInput, nowMs: number): ShareStatus {
  return row.previews_hidden === 1 ? 'NOT_FOUND' : statusOfLink(row, input, nowMs);
}

export function readPictures(
  link: LinkCore,
  input: PicturesInput,
  load: PicturesLoader,
): Promise<Result<PicturesAnswer>> {
  let lookedUp: LookedUp | null = null;

  function answerOf(pictures: string): PicturesAnswer {
    const row = link.row();
    const status = row ? picturesStatus(row, input, link.nowMs()) : 'NOT_FOUND';
    const ids = lookedUp?.ids ?? [];
    return {
      isOpen: status === 'OK',
      version: row?.version ?? 0,
      expiresAtMs: row?.expires_ms ?? null,
      leaseMs: link.lease(status, Math.max(ids.length, input.fileIds.length) > 1),
      lookedUpIds: ids,
      pictures,
    };
  }

  function look() {
    const row = link.row();
    const isOpen = row !== null && picturesStatus(row, input, link.nowMs()) === 'OK';
    const wantedIds = row?.version === input.version ? input.missingIds : input.fileIds;
    lookedUp = isOpen && wantedIds.length > 0 ? withTheirPages(link, row.version, wantedIds) : null;
    const cached = lookedUp ? link.files.get(lookedUp.key) : NO_PICTURES;
    return { answer: answerOf(cached ?? NO_PICTURES), key: lookedUp?.key ?? null, isCached: cached !== undefined };
  }

  return settle(link, link.files, look, (roots) => load(roots, lookedUp?.ids ?? []), answerOf);
}
