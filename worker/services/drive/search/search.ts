/** Finds names in all folders: words, phrases and operators (shared/find/query.ts), then names with an error where few have none. */
import type { BlobManifest } from '#shared/content/manifest.ts';
import type { FoundFile, InsideFile } from '#shared/drive/search.contract.ts';
import { AppError, isAppError, unwrap } from '#shared/errors.ts';
import { type FindQuery, parseQuery, problemOf } from '#shared/find/query.ts';
import { asNodeId } from '#shared/ids.ts';
import { SECOND_MS } from '#shared/units.ts';
import { pipeSpan } from '#worker/platform/blobs/read.ts';
import { logError } from '#worker/platform/log.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { readBytesOf, type TextAsker, textKindOf } from '#worker/platform/texts/reader.ts';
import { ownImageLinks } from '../content/image-links.ts';
import { type Caller, type DriveDeps, driveOf } from '../deps.ts';
import type { ImageLinks } from '../images/link.ts';
import { pageRows } from '../tree/listing-query.ts';
import type { NodeRow } from '../tree/node-columns.ts';
import { toFoundFile } from '../tree/search/found-file.ts';
import { mayBeNear } from '../tree/search/near-terms.ts';
import { type FoundNode, termsOf } from '../tree/search/search.store.ts';
import type { NearNode } from './near.store.ts';
import type { searchPart, TextQuery } from './part.ts';

export interface SearchRequest {
  /** At most 255 characters. */
  readonly text: string;
  readonly kinds: readonly string[];
  readonly limit: number;
  readonly pageToken: string;
  /** A name that `Intl` has; days of the search begin in it. */
  readonly timeZone: string;
  /** `only`: files that hold the words inside, without names. */
  readonly inside?: '' | 'only';
}

export interface SearchAnswer {
  kind: 'drive#searchList';
  files: FoundFile[];
  next_page_token: string;
  /** So many of the last files hold the words but for an error. */
  near_count: number;
  /** Left out where it was not asked for. */
  inside?: InsideFile[];
}

/** Slices of one search for names with errors. */
const NEAR_SLICES = 4;
/** Files of one search by the words inside: each is read for its line. */
const INSIDE_ROWS = 20;
/** For the lines of all of them. */
const LINES_MS = 3 * SECOND_MS;

/** @throws AppError invalid_argument for a bad page token or a value of an operator that means nothing, too_many_requests */
export async function search(deps: DriveDeps, caller: Caller, request: SearchRequest): Promise<SearchAnswer> {
  const { pageToken } = request;
  const query = parseQuery(request.text);
  const problem = problemOf(query);
  if (problem?.problem)
    throw new AppError('invalid_argument', {
      field: 'q',
      reason: `search_${problem.problem}`,
      metadata: { operator: problem.operator },
      messageKey: `drive.search.problem.${problem.problem}`,
    });
  const rows = pageRows(request.limit, deps.limits.pageRows);
  const asked = { ...request, rows, ...(await sharedFor(deps, caller, query)) };
  const { sweptRowsPerMinute } = deps.limits;
  const imageLinks = await ownImageLinks(deps, caller);
  if (request.inside === 'only') {
    const few = { ...asked, rows: Math.min(rows, INSIDE_ROWS) };
    const isAnswered = pageToken === '' && deps.texts !== null;
    const inside = isAnswered ? { inside: await searchInside(deps, caller, few, imageLinks) } : {};
    return { kind: 'drive#searchList', files: [], next_page_token: '', near_count: 0, ...inside };
  }
  const drive = driveOf<typeof searchPart>(deps, caller.userId);
  const page = unwrap(await drive.search(callerData(caller), asked, sweptRowsPerMinute));
  const isShort = pageToken === '' && page.nextPageToken === '' && page.found.length < rows;
  const near = isShort && mayBeNear(query.terms) ? await readNear(deps, caller, asked, rows - page.found.length) : [];
  const files = [...page.found, ...near].map((found: FoundNode) => toFoundFile(found, caller.userId, imageLinks));
  return { kind: 'drive#searchList', files, next_page_token: page.nextPageToken, near_count: near.length };
}

/** The nodes that links and people see, where the search asks for it. */
async function sharedFor(
  deps: DriveDeps,
  caller: Caller,
  { filters }: FindQuery,
): Promise<Pick<TextQuery, 'sharedIds'>> {
  if (!filters.isShared) return {};
  const ids = unwrap(await driveOf<typeof searchPart>(deps, caller.userId).everSharedIds(callerData(caller)));
  const shared = await deps.sharedAmong(caller, ids.map(asNodeId));
  return { sharedIds: shared };
}

/** Reads the names slice by slice. Where the budget of sweeps ends on the way, what was found so far. */
async function readNear(deps: DriveDeps, caller: Caller, asked: TextQuery, rows: number): Promise<NearNode[]> {
  const drive = driveOf<typeof searchPart>(deps, caller.userId);
  const found: NearNode[] = [];
  let from = '';
  try {
    for (let slice = 0; slice === 0 || (from !== '' && slice < NEAR_SLICES); slice += 1) {
      const query = { ...asked, rows, from };
      const page = unwrap(await drive.searchNear(callerData(caller), query, deps.limits.sweptRowsPerMinute));
      found.push(...page.found);
      from = page.next;
    }
  } catch (error) {
    if (!isAppError(error) || error.errorName !== 'too_many_requests') throw error;
  }
  return found.toSorted((a, b) => a.errors - b.errors).slice(0, rows);
}

/** @throws AppError too_many_requests beside others of the same person: each takes time of the thread of all people */
async function searchInside(
  deps: DriveDeps,
  caller: Caller,
  asked: TextQuery,
  imageLinks: ImageLinks,
): Promise<InsideFile[]> {
  const going = deps.insideSearches.begin(caller.userId);
  try {
    return await findInside(deps, caller, asked, imageLinks);
  } finally {
    going.end();
  }
}

/** Files that hold the words, each read for the line that is shown. A reader that is busy or slow leaves lines out, not files. */
async function findInside(
  deps: DriveDeps,
  caller: Caller,
  asked: TextQuery,
  imageLinks: ImageLinks,
): Promise<InsideFile[]> {
  const drive = driveOf<typeof searchPart>(deps, caller.userId);
  const page = unwrap(await drive.searchInside(callerData(caller), asked, deps.limits.sweptRowsPerMinute));
  const terms = termsOf(parseQuery(asked.text).terms.map(({ text }) => text)).map(({ found }) => found);
  const asker = { person: caller.userId, signal: AbortSignal.timeout(LINES_MS) };
  const files: InsideFile[] = [];
  for (const [at, found] of page.found.entries()) {
    const line = await readLine(deps, found.row, page.manifests[at], { terms, asker });
    files.push({ ...toFoundFile(found, caller.userId, imageLinks), line });
  }
  return files;
}

async function readLine(
  { texts, blobs }: DriveDeps,
  { name, size_bytes: sizeBytes }: Pick<NodeRow, 'name' | 'size_bytes'>,
  manifest: BlobManifest | undefined,
  { terms, asker }: { readonly terms: readonly string[]; readonly asker: Required<TextAsker> },
): Promise<string> {
  const { signal } = asker;
  const kind = textKindOf(name);
  if (!texts || !kind || !manifest || signal.aborted) return '';
  const readBytes = readBytesOf(kind, sizeBytes);
  try {
    const fill = (target: WritableStream<Uint8Array>) => pipeSpan(blobs, manifest, 0, readBytes, target, signal);
    return (await texts.read({ kind, terms }, readBytes, fill, asker)) ?? '';
  } catch (error) {
    if (!signal.aborted) logError('search.line', error, {});
    return '';
  }
}
