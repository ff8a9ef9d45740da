/** Folders with very many entries, made by the product's own calls: some by name, the rest by copies. */
import { randomBytes } from 'node:crypto';
import { href } from '#shared/routes.ts';
import { makeFile } from './harness/bytes.ts';
import { type BenchPerson, signIn } from './harness/client.ts';
import { inLanes } from './harness/measure.ts';

/** Different names a large folder begins with: copies of one name look for a free one, each a little longer. */
const SEED_ENTRIES = 2_000;
/** Ids of one call at most, as the contract of the drive says. */
const MAX_COPIED = 10_000;
const CALL_LANES = 8;
const TINY_BYTES = 700;
/** Where files of few bytes begin, each elsewhere. */
const TINY_BASE_BYTES = 2 ** 20;

interface ListedPage {
  readonly files: readonly { readonly id: string }[];
  readonly next_page_token: string;
}

/** @param count  of them at most, as the server lists them */
async function childIds(person: BenchPerson, folderId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let token = ''; ids.length < count; ) {
    const query = new URLSearchParams({ parent_id: folderId, limit: '1000', page_token: token });
    const page = await person.call<ListedPage>('GET', `/drive/v1/files?${query}`);
    ids.push(...page.files.map(({ id }) => id));
    token = page.next_page_token;
    if (token === '') break;
  }
  return ids.slice(0, count);
}

async function requireFull(person: BenchPerson, folderId: string, count: number): Promise<string> {
  const { length } = await childIds(person, folderId, count);
  if (length !== count) throw new Error(`the folder lists ${length} of ${count} files`);
  return folderId;
}

/** Small files, each under a name and with a content of its own. */
export function makeFilesIn(person: BenchPerson, folderId: string, count: number, extension = 'bin'): Promise<void> {
  const base = randomBytes(TINY_BASE_BYTES);
  return inLanes(CALL_LANES, count, (at) =>
    person.send(makeFile(TINY_BYTES, base), `entry ${at}.${extension}`, folderId, 1),
  );
}

/** A folder of small files, each with a content of its own. @returns its id */
export async function makeManyFiles(person: BenchPerson, name: string, count: number): Promise<string> {
  const folderId = await person.makeFolder(name, '');
  await makeFilesIn(person, folderId, count);
  return requireFull(person, folderId, count);
}

/** A folder of so many entries, most of them copies from a second folder, for a file is not copied to where it already is. */
export async function makeLargeFolder(person: BenchPerson, name: string, entries: number): Promise<string> {
  const [folderId, asideId] = [await person.makeFolder(name, ''), await person.makeFolder(`${name}, aside`, '')];
  const seeds = Math.min(SEED_ENTRIES, entries);
  await makeFilesIn(person, asideId, seeds, 'txt');
  await fillByCopies(person, folderId, { id: asideId, files: seeds }, entries);
  return requireFull(person, folderId, entries);
}

/** Fills a folder with copies of the files of another one, which grows with it. */
export async function fillByCopies(
  person: BenchPerson,
  folderId: string,
  { id: asideId, files: seeds }: { readonly id: string; readonly files: number },
  entries: number,
): Promise<void> {
  let [inFolder, inAside] = [0, seeds];
  const copy = async (from: string, to: string, count: number): Promise<number> => {
    const ids = await childIds(person, from, Math.min(count, MAX_COPIED));
    const body = { ids, to: { parent_id: to } };
    const { task_id: taskId } = await person.call<{ task_id: string }>('POST', '/drive/v1/files:batchCopy', body);
    await person.untilDone({ taskId });
    return ids.length;
  };
  while (inFolder < entries) {
    inFolder += await copy(asideId, folderId, Math.min(inAside, entries - inFolder));
    if (inFolder < entries && inAside < MAX_COPIED) inAside += await copy(folderId, asideId, inFolder);
  }
}

const FOLDERS = 10;
const FILES = 90;
const KINDS = ['pdf', 'jpg', 'mp4', 'zip', 'txt', 'docx', 'mp3', 'html', 'png', 'bin'];
const LANES = 4;

/** Links to the same hundred entries in a new drive. */
export interface SharedHundred {
  /** Paths of their pages, the first of them is that of `html`. */
  readonly paths: readonly string[];
  readonly html: string;
}

/** @throws Error when the page does not hold all hundred */
export async function makeHundred(origin: string, links = 1): Promise<SharedHundred> {
  const person = await signIn(origin, 'bob@example.com');
  const folderId = await person.makeFolder('Shared folder', '');
  const entries: string[] = [];
  for (let at = 1; at <= FOLDERS; at++) entries.push(await person.makeFolder(`Holiday pictures ${at}`, folderId));
  await inLanes(LANES, FILES, async (at) => {
    const number = String(at + 1).padStart(3, '0');
    const name = `Quarterly report of the northern region ${number}.${KINDS[(at + 1) % KINDS.length]}`;
    entries.push(await person.sendWhole(makeFile(1_037 + at * 37), name, folderId));
  });
  const paths: string[] = [];
  while (paths.length < links) paths.push(href('share.open', { shareId: await person.share(entries) }));
  const page = await fetch(`${origin}${paths[0]}`, { headers: { 'accept-language': 'en-US' } });
  const html = await page.text();
  const rows = html.split('class="row-link"').length - 1;
  if (rows !== FOLDERS + FILES) throw new Error(`the share page answered ${page.status} with ${rows} rows`);
  return { paths, html };
}
