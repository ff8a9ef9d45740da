/** Reads of one link for visitors: status, cover, pages and files, from memory or loaded from the drive. */
import { fail, type Result, succeed } from '#shared/errors.ts';
import type { ShareStatus } from '#shared/share/model.ts';
import { type LoadCache, NOT_FOUND } from './cache.ts';
import type { LinkCore } from './link-core.ts';
import { learnFromPage } from './roots.ts';
import type {
  FileAnswer,
  FileInput,
  LinkInput,
  PageAnswer,
  PageQuery,
  PageTop,
  ShareRoots,
  VisitAnswer,
  VisitInput,
} from './rpc-types.ts';
import { statusFor, statusOf } from './rules.ts';
import { coverOf, pageKey, pageTag, rootsOf } from './share-data.ts';
import * as store from './store.ts';

/** Attempts to load a page of a tree that keeps changing, before the call answers `unavailable`. */
const MAX_ROUNDS = 5;

/** Reads the owner's drive for the object; returns JSON text, `null` for a node that does not exist. */
export type Loader = (roots: ShareRoots) => Promise<Result<string>>;

/** The link for a visitor, from memory; `page` is null when it must be loaded. Grants no lease. */
export function lookAtLink(link: LinkCore, input: VisitInput): VisitAnswer {
  const row = link.row();
  const nowMs = link.nowMs();
  if (!row || row.direct === 1) return { status: 'NOT_FOUND', nowMs, cover: null, salt: '', page: null, leaseMs: 0 };
  const status = statusFor(store.factsOf(row), input.passVersion, nowMs);
  return {
    status,
    nowMs,
    cover: coverOf(row),
    salt: status === 'PASS_CODE_EMPTY' ? row.salt : '',
    page: status === 'OK' && input.page ? cachedPage(link, row, input.page, input.knownTag) : null,
    leaseMs: 0,
  };
}

/** Like `lookAtLink`, and loads the page when it is not cached. */
export function loadPage(link: LinkCore, input: VisitInput, load: Loader): Promise<Result<VisitAnswer>> {
  return settle(
    link,
    link.pages,
    () => {
      const row = link.row();
      const answer = lookAtLink(link, input);
      const key = row && answer.status === 'OK' && input.page ? pageKey(row.version, input.page) : null;
      return { answer, key, isCached: answer.page !== null };
    },
    load,
    (text) => {
      if (input.page) learnFromPage(link, input.page, text === NOT_FOUND ? null : (JSON.parse(text) as PageTop));
      const now = lookAtLink(link, input);
      const row = link.row();
      return now.status === 'OK' && row ? { ...now, page: { tag: tagOf(link, row, text), text } } : now;
    },
  );
}

/** The status for a link to a content. It stays valid when all saves are used; otherwise its epoch ends it. */
export function statusOfLink(
  row: store.ShareRow,
  { epoch, ownerId }: Pick<LinkInput, 'epoch' | 'ownerId'>,
  nowMs: number,
): ShareStatus {
  const status = statusOf({ ...store.factsOf(row), restoreLimit: null }, nowMs);
  return status === 'OK' && (row.epoch !== epoch || row.owner_id !== ownerId) ? 'DELETED' : status;
}

/** One file for a visitor or for a content link, from memory; `file` is null when it must be loaded. Grants no lease. */
export function lookAtFile(link: LinkCore, input: FileInput | LinkInput): FileAnswer {
  const row = link.row();
  // A direct link has no visitors but those of its own address.
  if (!row || (row.direct === 1 && input.by === 'visitor'))
    return { status: 'NOT_FOUND', cover: null, file: null, leaseMs: 0 };
  const nowMs = link.nowMs();
  const status =
    input.by === 'link' ? statusOfLink(row, input, nowMs) : statusFor(store.factsOf(row), input.passVersion, nowMs);
  return {
    status,
    cover: coverOf(row),
    file: status === 'OK' ? fileText(link, row, input) : null,
    leaseMs: 0,
  };
}

/** A link that is view only has no file for a use of its bytes. */
function fileText(link: LinkCore, row: store.ShareRow, { use, fileId }: FileInput | LinkInput): string | null {
  if (row.view_only === 1 && use === 'bytes') return NOT_FOUND;
  return link.files.get(`${row.version}:${fileId}`) ?? null;
}

/** Like `lookAtFile`, and loads the file when it is not cached. */
export function loadFile(link: LinkCore, input: FileInput | LinkInput, load: Loader): Promise<Result<FileAnswer>> {
  return settle(
    link,
    link.files,
    () => {
      const answer = lookAtFile(link, input);
      const row = link.row();
      const key = row && answer.status === 'OK' ? `${row.version}:${input.fileId}` : null;
      return { answer, key, isCached: answer.file !== null };
    },
    load,
    (text) => {
      const now = lookAtFile(link, input);
      return now.status === 'OK' && now.file !== NOT_FOUND ? { ...now, file: text } : now;
    },
  );
}

/** Reads, loads missing data, and reads again: the answer was true after the load, not only before it. */
export async function settle<A>(
  link: LinkCore,
  cache: LoadCache,
  look: () => { answer: A; key: string | null; isCached: boolean },
  load: Loader,
  finish: (text: string) => A,
): Promise<Result<A>> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { answer, key, isCached } = look();
    const row = link.row();
    if (!row || key === null || isCached) return succeed(answer);
    const isCurrent = (): boolean => link.row()?.version === row.version;
    const loaded = await cache.load(key, () => load(rootsOf(row)), isCurrent);
    if (!loaded.ok) return loaded;
    if (isCurrent()) return succeed(finish(loaded.value));
  }
  return fail('unavailable', { reason: 'tree_changing', retryInSeconds: 1 });
}

/** A caller that has the text needs none, even when this object was started anew. */
function cachedPage(link: LinkCore, row: store.ShareRow, page: PageQuery, knownTag: string): PageAnswer | null {
  if (knownTag !== '' && knownTag === tagOf(link, row)) return { tag: knownTag, text: null };
  const text = link.pages.get(pageKey(row.version, page)) ?? null;
  return text === null ? null : { tag: tagOf(link, row, text), text };
}

function tagOf(link: LinkCore, row: store.ShareRow, text = ''): string {
  return text === NOT_FOUND ? '' : pageTag(row.version, link.nowMs());
}
