/** Folders with very many entries, made by the product's own calls: some by name, the rest by copies. */
import { randomBytes } from 'node:crypto';
import { makeFile } from './harness/bytes.ts';
import { type BenchPerson, callJson } from './harness/client.ts';

/** Different names a large folder begins with: copies of one name look for a free one, each a little longer. */
const SEED_ENTRIES = 2_000;
/** Ids of one call at most, as the contract of the drive says. */
const MAX_COPIED = 10_000;
const CALL_LANES = 8;
const TINY_BYTES = 700;
/** Where files of few bytes begin, each elsewhere. */
const TINY_BASE_BYTES = 2 ** 20;

/** A server and the person whose drive is filled. */
export interface Filled {
  readonly origin: string;
  readonly person: BenchPerson;
}

interface ListedPage {
  files: { id: string; name: string }[];
  next_page_token: string;
}

export function callOf<T>(filled: Filled, method: string, target: string, body?: unknown): Promise<T> {
  return callJson<T>(`${filled.origin}${target}`, method, filled.person.token, body);
}

/** @param count  of them at most, as the server lists them */
export async function childIds(filled: Filled, folderId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let token = ''; ids.length < count; ) {
    const query = new URLSearchParams({ parent_id: folderId, limit: '1000', page_token: token });
    const page = await callOf<ListedPage>(filled, 'GET', `/drive/v1/files?${query}`);
    ids.push(...page.files.map(({ id }) => id));
    token = page.next_page_token;
    if (token === '') break;
  }
  return ids.slice(0, count);
}

/** Small files, each under a name and with a content of its own. */
export async function makeFilesIn(
  { person }: Pick<Filled, 'person'>,
  folderId: string,
  count: number,
  nameOf = (at: number): string => `entry ${at}.bin`,
): Promise<void> {
  const base = randomBytes(TINY_BASE_BYTES);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let at = next++; at < count; at = next++)
      await person.send(makeFile(TINY_BYTES, base), nameOf(at), folderId, 1);
  };
  await Promise.all(Array.from({ length: CALL_LANES }, lane));
}

/** Fills a folder by copies from a second one and back, for a file is not copied to where it already is. */
export async function fillFolder(filled: Filled, folderId: string, asideId: string, entries: number): Promise<void> {
  const seeds = Math.min(SEED_ENTRIES, entries);
  await makeFilesIn(filled, asideId, seeds, (at) => `entry ${at}.txt`);
  await fillByCopies(filled, folderId, { id: asideId, files: seeds }, entries);
}

/** Fills a folder with copies of the files of another one, which grows with it. */
export async function fillByCopies(
  filled: Filled,
  folderId: string,
  { id: asideId, files: seeds }: { readonly id: string; readonly files: number },
  entries: number,
): Promise<void> {
  let [inFolder, inAside] = [0, seeds];
  const copy = async (from: string, to: string, count: number): Promise<number> => {
    const ids = await childIds(filled, from, Math.min(count, MAX_COPIED));
    const body = { ids, to: { parent_id: to } };
    const { task_id } = await callOf<{ task_id: string }>(filled, 'POST', '/drive/v1/files:batchCopy', body);
    await filled.person.untilDone({ id: '', taskId: task_id });
    return ids.length;
  };
  while (inFolder < entries) {
    inFolder += await copy(asideId, folderId, Math.min(inAside, entries - inFolder));
    if (inFolder < entries && inAside < MAX_COPIED) inAside += await copy(folderId, asideId, inFolder);
  }
}
