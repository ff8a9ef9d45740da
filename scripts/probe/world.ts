/**
 * Targets of the probes: a link with a passcode, one without, one that ended, and around them files that no link shows: of the
 * owner, of another person, trashed, moved out and deleted. Caches hold the removed content.
 */
import type { Person, WireClient } from '#test/flow/wire-client.ts';
import { ARCHIVES } from '#worker/services/drive/archive/archives-fixture.ts';

/** In every hidden name and in the bytes of every hidden file. */
export const MARK = 'HIDDEN';
/** In the names and bytes that only the right token may see. */
export const LOCKED = 'LOCKED';
export const PASS_CODE = 'open42';

export interface ProbedLink {
  readonly id: string;
  /** '' for a wrong one. */
  readonly token: string;
}

export interface ProbeWorld {
  readonly visitor: Person;
  readonly locked: ProbedLink;
  readonly open: ProbedLink;
  readonly ended: ProbedLink;
  readonly ownerId: string;
  readonly ownerToken: string;
  /** Two folders, two files and an archive of the locked link, the second below the first. */
  readonly inside: readonly [top: string, inner: string, file: string, innerFile: string, archive: string];
  /** Folder and file that the open link shows. */
  readonly shown: readonly [folder: string, file: string];
  /** Ids that neither of them shows. */
  readonly hidden: readonly string[];
  /** Content links that ended, to files and to entries of archives. */
  readonly deadLinks: readonly string[];
  /** Of a file of the locked link, of its archive's entry, of the open link's file, and one that the owner of another file has. */
  readonly liveLinks: readonly [file: string, entry: string, ...others: string[]];
  /** Addresses of direct links that were switched off, renewed, deleted, or whose file went to the trash. */
  readonly deadDirect: readonly string[];
  /** Of a file that the open link shows. */
  readonly liveDirect: string;
  /** Page of a link that collects into a folder with hidden files. */
  readonly collecting: string;
  /** Another link with a passcode, in the same state as `locked`. */
  readonly otherLocked: ProbedLink;
}

/** Times that make a link popular: it is then served without asking its object. */
const POPULAR = 4;

interface OpenedOften extends ProbedLink {
  /** Folders of the link. */
  readonly parents: readonly string[];
}

/** Opens links so often that every cache has them: content removed afterwards must be gone all the same. */
async function warmCaches(
  wire: WireClient,
  origin: string,
  shares: readonly OpenedOften[],
  links: readonly string[],
): Promise<void> {
  const need = (answer: unknown, wanted: unknown): void => {
    if (answer !== wanted) throw new Error(`${wanted} was expected, not ${answer}`);
  };
  for (let times = 0; times < POPULAR; times += 1) {
    for (const { id, token, parents } of shares) {
      const query = { share_id: id, pass_code_token: token };
      need((await wire.call('GET', '/drive/v1/share', { query })).body.share_status, 'OK');
      need((await fetch(`${origin}/s/${id}`)).status, 200);
      for (const parent_id of parents) {
        const listed = await wire.call('GET', '/drive/v1/share/detail', { query: { ...query, parent_id } });
        need(listed.body.share_status, 'OK');
        need((await fetch(`${origin}/s/${id}/${parent_id}`)).status, 200);
      }
    }
    for (const url of links) need((await wire.download(url)).status, 200);
  }
}

/** How direct links end; the file of the last one goes to the trash. */
const ENDS = ['off', 'renewed', 'removed', 'trashed'] as const;

type WireRequest = (method: string, path: string, body: object) => Promise<{ share_id: string; url: string }>;

/** Dead ones were opened before they ended, so that caches have them. */
async function makeDirectLinks(wire: WireClient, ask: WireRequest, fileIds: readonly string[], shownFile: string) {
  const made = [];
  for (const file_id of fileIds) made.push(await ask('POST', 'share/direct', { file_id }));
  for (const { url } of made) await wire.download(url);
  const [off, renewed, removed] = made.map(({ share_id }) => share_id);
  await ask('PATCH', 'share/direct', { share_id: off, enabled: false });
  await ask('POST', 'share/direct:renew', { share_id: renewed });
  await ask('POST', 'share:batchDelete', { ids: [removed] });
  const { url: liveDirect } = await ask('POST', 'share/direct', { file_id: shownFile });
  return { deadDirect: made.map(({ url }) => url), liveDirect };
}

/** Calls that must work; archives and links are those of one owner. */
function makeCalls(wire: WireClient, alice: Person) {
  async function need(method: string, path: string, person: Person | null, body?: object) {
    const answer = await wire.call(method, path, {
      ...(person ? { token: person.token } : {}),
      ...(body ? { body } : {}),
    });
    if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.body;
  }
  const folder = async (person: Person, name: string, parentId = ''): Promise<string> =>
    (await need('POST', '/drive/v1/files', person, { kind: 'drive#folder', name, parent_id: parentId })).file.id;
  const file = (person: Person, name: string, parentId = '') =>
    wire.upload(person, { name, bytes: new TextEncoder().encode(`bytes of ${name}`), parentId });
  const archive = (name: string, parentId = '') =>
    wire.upload(alice, { name, bytes: new Uint8Array(Buffer.from(ARCHIVES['plain.zip'], 'base64')), parentId });

  async function share(ids: string[], passCode = ''): Promise<ProbedLink> {
    const { share_id: id } = await need('POST', '/drive/v1/share', alice, {
      file_ids: ids,
      share_to: passCode ? 'encryptedlink' : 'publiclink',
      expiration_days: -1,
      pass_code_option: passCode ? 'REQUIRED' : 'NOT_REQUIRED',
      custom_pass_code: passCode,
    });
    const opened = await wire.call('GET', '/drive/v1/share', { query: { share_id: id, pass_code: passCode } });
    return { id, token: opened.body.pass_code_token };
  }

  async function batch(call: string, ids: string[], to?: string): Promise<void> {
    const body = { ids, ...(to === undefined ? {} : { to: { parent_id: to } }) };
    const begun = await need('POST', `/drive/v1/files:${call}`, alice, body);
    await wire.waitTask(alice, begun.task_id);
  }

  async function linkOf({ id, token }: ProbedLink, fileId: string): Promise<string> {
    const query = { share_id: id, file_id: fileId, pass_code_token: token };
    const info = await wire.call('GET', '/drive/v1/share/file_info', { query });
    return info.body.file_info.links['application/octet-stream'].url;
  }

  /** The link to `Trip/note.txt` of an archive. */
  async function entryLinkOf({ id, token }: ProbedLink, archiveId: string): Promise<string> {
    const own = { share_id: id, file_id: archiveId, pass_code_token: token };
    const { archive: listed } = await need('POST', '/drive/v1/share/archive_list', null, { ...own, path: 'Trip' });
    const note = listed.files.find(({ filename }: { filename: string }) => filename === 'note.txt');
    return (await need('POST', '/drive/v1/share/archive_entry', null, { ...own, index: note.index })).entry.url;
  }

  return { need, folder, file, archive, share, batch, linkOf, entryLinkOf };
}

export async function makeProbeWorld(
  wire: WireClient,
  origin: string,
  [alice, bob, carla]: readonly [Person, Person, Person],
): Promise<ProbeWorld> {
  const { need, folder, file, archive, share, batch, linkOf, entryLinkOf } = makeCalls(wire, alice);
  const top = await folder(alice, `${LOCKED} top`);
  const inner = await folder(alice, `${LOCKED} inner`, top);
  const [a, b, packed] = [
    await file(alice, `${LOCKED} a.txt`, top),
    await file(alice, `${LOCKED} b.txt`, inner),
    await archive(`${LOCKED} p.zip`, inner),
  ];
  const outside = await folder(alice, `${MARK} outside`);
  const sibling = await folder(alice, `${MARK} top`);
  const trashedDir = await folder(alice, `${MARK} trashed folder`, inner);
  const movedDir = await folder(alice, `${MARK} moved folder`, top);
  const publicDir = await folder(alice, 'Shown folder');
  const publicFile = await file(alice, 'shown.txt', publicDir);
  const gone = {
    trashed: await file(alice, `${MARK} trashed.txt`, top),
    inTrash: await file(alice, `${MARK} in trash.txt`, trashedDir),
    moved: await file(alice, `${MARK} moved.txt`, inner),
    inMoved: await file(alice, `${MARK} in moved.txt`, movedDir),
    deleted: await file(alice, `${MARK} deleted.txt`, top),
    movedZip: await archive(`${MARK} moved.zip`, inner),
    trashedZip: await archive(`${MARK} trashed.zip`, top),
    publicTrashed: await file(alice, `${MARK} of the open link.txt`, publicDir),
  };
  const ofCarla = await file(carla, `${MARK} of carla.txt`);
  const hidden = [
    outside,
    sibling,
    trashedDir,
    movedDir,
    ...Object.values(gone),
    await file(alice, `${MARK} beside.txt`),
    await file(alice, `${MARK} secret.txt`, outside),
    await file(alice, `${MARK} of a sibling.txt`, sibling),
    await archive(`${MARK} beside.zip`),
    ofCarla,
    await folder(carla, `${MARK} folder of carla`),
  ];

  const [locked, open, ended] = [await share([top], PASS_CODE), await share([publicDir]), await share([top])];
  const otherLocked = await share([publicDir], PASS_CODE);
  const directFiles = [];
  for (const name of ENDS) directFiles.push(await file(alice, `${MARK} direct ${name}.txt`, outside));
  const ask = (method: string, path: string, body: object) => need(method, `/drive/v1/${path}`, alice, body);
  const direct = await makeDirectLinks(wire, ask, directFiles, publicFile);
  await batch('batchTrash', directFiles.slice(-1));
  const { url: collecting } = await need('POST', '/drive/v1/collect/links', alice, { folder_id: outside });
  const carlasOwn = await need('GET', `/drive/v1/files/${ofCarla}`, carla);
  const live = [
    await linkOf(locked, a),
    await entryLinkOf(locked, packed),
    await linkOf(open, publicFile),
    String(carlasOwn.links['application/octet-stream'].url),
  ] as const;
  const dead = [
    ...(await Promise.all(
      [gone.trashed, gone.inTrash, gone.moved, gone.inMoved, gone.deleted].map((id) => linkOf(locked, id)),
    )),
    await linkOf(open, gone.publicTrashed),
    await linkOf(ended, a),
    await entryLinkOf(ended, packed),
    await entryLinkOf(locked, gone.movedZip),
    await entryLinkOf(locked, gone.trashedZip),
  ];
  const folders = [top, inner, trashedDir, movedDir];
  await warmCaches(
    wire,
    origin,
    [
      { ...locked, parents: folders },
      { ...ended, parents: folders },
      { ...open, parents: [publicDir] },
    ],
    [...live, ...dead],
  );
  await batch('batchTrash', [gone.trashed, trashedDir, gone.trashedZip, gone.publicTrashed]);
  await batch('batchMove', [gone.moved, movedDir, gone.movedZip], outside);
  await batch('batchDelete', [gone.deleted]);
  await need('POST', '/drive/v1/share:batchDelete', alice, { ids: [ended.id] });
  return {
    visitor: bob,
    locked,
    open,
    ended,
    otherLocked,
    ownerId: alice.userId,
    ownerToken: alice.token,
    inside: [top, inner, a, b, packed],
    shown: [publicDir, publicFile],
    hidden,
    deadLinks: dead,
    liveLinks: live,
    ...direct,
    collecting,
  };
}
