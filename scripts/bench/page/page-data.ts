/** The share that page benches look at: a hundred entries made through the wire, and its view as the floor renders it from memory. */
import { iconKindOf, rowOf } from '#shared/drive/rows.ts';
import { href } from '#shared/routes.ts';
import type { ShareView } from '#shared/share/contract.ts';
import { parseWireTime } from '#shared/units.ts';
import { makeFile } from '../harness/bytes.ts';
import { type BenchPerson, signIn } from '../harness/client.ts';
import type { BenchServer } from '../harness/server.ts';

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
  /** What the floor renders. */
  floor: { page: string; path: string; head: unknown; view: unknown };
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

/** As the share page makes its view out of the same answer (worker/pages/share/share.page.tsx). */
function viewOf(data: ShareView, shareId: string): unknown {
  const rows = data.files.map((file) => {
    const row = rowOf(file);
    return {
      id: row.id,
      name: row.name,
      kind: iconKindOf(row),
      sizeBytes: row.sizeBytes,
      modifiedMs: row.modifiedMs,
      ...(row.folder ? { href: href('share.folder', { shareId, parentIds: row.id }) } : {}),
      ...(file.web_content_link ? { downloadHref: file.web_content_link } : {}),
    };
  });
  return {
    status: 'OK',
    title: data.title,
    kind: 'folder',
    ownerName: data.user_info.nickname,
    fileCount: Number(data.file_num),
    expiresAtMs: data.expiration_at === '-1' ? null : parseWireTime(data.expiration_at),
    crumbs: [],
    rows,
    nextHref: null,
    save: { kind: 'ready' },
  };
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'accept-language': 'en-US' } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`GET ${url} answered ${response.status} ${text.slice(0, 300)}`);
  return text;
}

/** Fills a new drive and shares it. @throws Error when the page does not hold all hundred */
export async function makeHundred(server: BenchServer): Promise<SharedHundred> {
  const person = await signIn(server.origin, 'bob@example.com');
  const folderId = await person.makeFolder('Shared folder', '');
  const ids = await makeEntries(person, folderId);
  const shareId = await person.share(ids);
  const folderShareId = await person.share([folderId]);
  const topPath = href('share.open', { shareId });
  const page = await textOf(`${server.origin}${topPath}`);
  const rows = page.split('<li class="row">').length - 1;
  if (rows !== FOLDERS + FILES) throw new Error(`the share page has ${rows} rows`);
  const data = JSON.parse(await textOf(`${server.origin}/drive/v1/share?share_id=${shareId}&limit=100`)) as ShareView;
  const title = `${data.title} · Magpie`;
  const card = {
    title: data.title,
    description: `Shared by ${data.user_info.nickname}`,
    url: `${server.origin}${topPath}`,
    image: `${server.origin}/icon-512.png`,
  };
  return {
    topPath,
    folderPath: href('share.folder', { shareId: folderShareId, parentIds: folderId }),
    floor: { page, path: topPath, head: { title, noindex: true, card }, view: viewOf(data, shareId) },
  };
}
