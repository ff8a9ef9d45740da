/**
 * The tree of a link for programs: read-only, by path, from the pages that visitors read. The passcode is the password of the program; each
 * try counts as one on the page does.
 */
import { createHash } from 'node:crypto';
import type { FileObject } from '#shared/drive/model.ts';
import { nameKey } from '#shared/drive/names.ts';
import { AppError, isAppError } from '#shared/errors.ts';
import { asNodeId, ROOT_ID, type ShareId } from '#shared/ids.ts';
import { MINUTE_MS } from '#shared/units.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { type ProgramEntry, readSuffixed, suffixedName } from '#worker/services/drive/service.ts';
import type { OpenedShare } from '#worker/services/share/index.ts';
import type { ProgramDeps } from '../deps.ts';

/** Rows of a page, and pages of one folder: a link shows programs its first 20,000 entries of a folder. */
const PAGE_ROWS = 1_000;
const MAX_PAGES = 20;
const MAX_DEPTH = 100;
/** A passcode that was right is not tried again for so long; it is one of a link, and ends with it at once. */
const KNOWN_MS = 10 * MINUTE_MS;
const MAX_KNOWN = 1_000;

export interface LinkEntry extends ProgramEntry {
  /** The file as visitors read it. */
  readonly file: FileObject;
}

export interface LinkVisit {
  readonly shareId: ShareId;
  /** Password of the program; '' for none. */
  readonly passCode: string;
  readonly call: CallContext;
}

/** Tokens of passcodes that were right, by link and digest. */
export type KnownTokens = Map<string, { readonly token: string; readonly untilMs: number }>;

type Deps = Pick<ProgramDeps, 'share' | 'passCodeWaitSeconds'> & { readonly known: KnownTokens };

function keyOf({ shareId, passCode }: LinkVisit): string {
  return `${shareId} ${createHash('sha256').update(passCode).digest('hex')}`;
}

function remember({ known }: Deps, visit: LinkVisit, token: string): void {
  const [oldest] = known.keys();
  if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  known.set(keyOf(visit), { token, untilMs: visit.call.nowMs + KNOWN_MS });
}

/** Refusals by the status of a link: `unauthenticated` where a passcode is to be given. */
function refusalOf(status: OpenedShare['share_status']): AppError | null {
  if (status === 'OK') return null;
  if (status === 'PASS_CODE_EMPTY' || status === 'PASS_CODE_ERROR')
    return new AppError('unauthenticated', { reason: 'pass_code' });
  if (status === 'MAX_RESTORE_COUNT') return null;
  return new AppError('file_not_found', { reason: status.toLowerCase() });
}

/** A page by its token, or the things of one name. */
type PageAt = { readonly pageToken: string } | { readonly name: string };

/** One page of a folder of the link. @throws AppError unauthenticated, file_not_found; too_many_requests past the wrong passcodes of a link */
async function pageOf(deps: Deps, visit: LinkVisit, parentId: string, at: PageAt): Promise<OpenedShare> {
  const { shareId, passCode, call } = visit;
  const token = deps.known.get(keyOf(visit));
  const isKnown = token !== undefined && token.untilMs > call.nowMs;
  const query = {
    shareId,
    passCode: isKnown ? '' : passCode,
    passCodeToken: isKnown ? token.token : '',
    parentId: asNodeId(parentId),
    limit: PAGE_ROWS,
    pageToken: 'name' in at ? '' : at.pageToken,
    order: 'name_asc' as const,
    foldersFirst: true,
    isUncounted: true,
  };
  try {
    const opened = await ('name' in at ? deps.share.named(query, at.name, call) : deps.share.open(query, call));
    const refusal = refusalOf(opened.share_status);
    // A token of a former passcode: the passcode itself is tried.
    if (refusal && isKnown) {
      deps.known.delete(keyOf(visit));
      return await pageOf(deps, visit, parentId, at);
    }
    if (refusal) throw refusal;
    if (passCode !== '' && opened.pass_code_token !== '') remember(deps, visit, opened.pass_code_token);
    return opened;
  } catch (error) {
    // No program can pass a human check: it waits as long as the tries are counted.
    if (isAppError(error) && error.errorName === 'captcha_required')
      throw new AppError('too_many_requests', {
        reason: 'pass_code_attempts',
        retryInSeconds: deps.passCodeWaitSeconds,
      });
    throw error;
  }
}

function toEntry(file: FileObject, name: string): LinkEntry {
  const isFile = file.kind === 'drive#file';
  return {
    id: file.id,
    name,
    isFile,
    sizeBytes: Number(file.size),
    mime: file.mime_type,
    tag: isFile ? `${file.hash.toLowerCase()}-${file.size}` : `${file.id}-${file.revision}`,
    createdMs: Date.parse(file.created_time) || 0,
    modifiedMs: Date.parse(file.user_modified_time) || Date.parse(file.modified_time) || 0,
    starred: false,
    file,
  };
}

/** Entries of pages in their order. The first of a name has it, folders that share one have a suffix. */
function entriesIn(files: readonly FileObject[], taken: Set<string>): readonly LinkEntry[] {
  return files.map((file) => {
    const key = nameKey(file.name);
    const name = taken.has(key) && file.kind === 'drive#folder' ? suffixedName(file.name, file.id) : file.name;
    taken.add(key);
    return toEntry(file, name);
  });
}

/** Entries of a folder, in slices. */
export async function* entriesOf(deps: Deps, visit: LinkVisit, folderId: string): AsyncGenerator<readonly LinkEntry[]> {
  const taken = new Set<string>();
  let pageToken = '';
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const opened = await pageOf(deps, visit, folderId, { pageToken });
    if (!opened.found) throw new AppError('file_not_found');
    yield entriesIn(opened.files, taken);
    pageToken = opened.next_page_token;
    if (pageToken === '') return;
  }
}

/** The entry of the link itself: a folder of what it shows. */
export interface LinkRoot extends ProgramEntry {
  readonly file: null;
}

const ROOT: LinkRoot = {
  id: ROOT_ID,
  name: '',
  isFile: false,
  sizeBytes: 0,
  mime: '',
  tag: 'link',
  createdMs: 0,
  modifiedMs: 0,
  starred: false,
  file: null,
};

/** The entry at a path. @throws AppError as `pageOf` */
export async function entryAt(deps: Deps, visit: LinkVisit, path: readonly string[]): Promise<LinkEntry | LinkRoot> {
  if (path.length > MAX_DEPTH) throw new AppError('file_not_found');
  let at: LinkEntry | LinkRoot = ROOT;
  for (const name of path) {
    if (at.isFile) throw new AppError('file_not_found');
    at = await childOf(deps, visit, at.id, name);
  }
  return at;
}

/** In the first page, which visitors read too and which is cached; of a larger folder by one read of the name. */
async function childOf(deps: Deps, visit: LinkVisit, folderId: string, name: string): Promise<LinkEntry> {
  const first = await pageOf(deps, visit, folderId, { pageToken: '' });
  const isNamed = (entry: LinkEntry) => entry.name === name;
  let found = entriesIn(first.files, new Set()).find(isNamed);
  if (found || first.next_page_token === '') return found ?? notFound();
  for (const each of [name, readSuffixed(name)?.base]) {
    if (found || each === undefined) break;
    const { files } = await pageOf(deps, visit, folderId, { name: each });
    found = entriesIn(files, new Set()).find(isNamed);
  }
  return found ?? notFound();
}

function notFound(): never {
  throw new AppError('file_not_found');
}
