/** The links that the pages scenario opens: a hundred entries, made by the product's own calls. */
import { href } from '#shared/routes.ts';
import { makeFile } from './harness/bytes.ts';
import { type BenchPerson, signIn } from './harness/client.ts';

const FOLDERS = 10;
const FILES = 90;
const KINDS = ['pdf', 'jpg', 'mp4', 'zip', 'txt', 'docx', 'mp3', 'html', 'png', 'bin'];
const LANES = 4;

/** The page of 100 entries, reached in two ways. */
export interface SharedHundred {
  /** A link to the hundred themselves. */
  topPath: string;
  /** The same hundred as a folder inside a link of one. */
  folderPath: string;
  /** HTML of the first. */
  html: string;
  /** Links to the hundred themselves, the first of them is that of `topPath`. */
  shareIds: readonly string[];
}

async function makeEntries(person: BenchPerson, parentId: string): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 1; at <= FOLDERS; at++) ids.push(await person.makeFolder(`Holiday pictures ${at}`, parentId));
  let next = 1;
  const lane = async (): Promise<void> => {
    for (let at = next++; at <= FILES; at = next++) {
      const name = `Quarterly report of the northern region ${String(at).padStart(3, '0')}.${KINDS[at % KINDS.length]}`;
      const sent = await person.send(makeFile(1_000 + at * 37), name, parentId, 1);
      await person.untilDone(sent);
      ids.push(sent.id);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return ids;
}

/**
 * Fills a new drive and shares it.
 * @param links  to the hundred
 * @throws Error when the page does not hold all hundred
 */
export async function makeHundred(origin: string, links = 1): Promise<SharedHundred> {
  const person = await signIn(origin, 'bob@example.com');
  const folderId = await person.makeFolder('Shared folder', '');
  const entries = await makeEntries(person, folderId);
  const shareId = await person.share(entries);
  const shareIds = [shareId];
  while (shareIds.length < links) shareIds.push(await person.share(entries));
  const folderShareId = await person.share([folderId]);
  const topPath = href('share.open', { shareId });
  const page = await fetch(`${origin}${topPath}`, { headers: { 'accept-language': 'en-US' } });
  const html = await page.text();
  const rows = html.split('class="row-link"').length - 1;
  if (rows !== FOLDERS + FILES) throw new Error(`the share page answered ${page.status} with ${rows} rows`);
  return { topPath, folderPath: href('share.folder', { shareId: folderShareId, parentIds: folderId }), html, shareIds };
}
