/**
 * Targets of the probes: a link with a passcode, one without, one that ended, and around them files that no link shows: of the
 * owner, of another person, trashed, moved out and deleted. Caches hold what was taken away.
 */
import { warmCaches } from '#test/flow/warm-caches.ts';
import type { Person, WireClient } from '#test/flow/wire-client.ts';
import { ARCHIVES } from '#worker/services/drive/archive/archives-fixture.ts';

/** In every hidden name and in the bytes of every hidden file. */
export const MARK = 'HIDDEN';
/** In the names and bytes that only the right token may see. */
export const LOCKED = 'LOCKED';
const PASS_CODE = 'open42';

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
  /** Folders and files of the locked link. */
  readonly inside: readonly string[];
  /** Ids that the open link shows. */
  readonly shown: readonly string[];
  /** Ids that neither of them shows. */
  readonly hidden: readonly string[];
  /** Content links that ended, to files and to entries of archives. */
  readonly deadLinks: readonly string[];
  readonly liveLinks: readonly string[];
  /** Addresses of direct links that were switched off, renewed, deleted, or whose file went to the trash. */
  readonly deadDirect: readonly string[];
  /** Of a file that the open link shows. */
  readonly liveDirect: string;
  /** Page of a link that collects into a folder with hidden files. */
  readonly collecting: string;
  /** Another link with a passcode, in the same state as `locked`. */
  readonly otherLocked: ProbedLink;
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

async function answerTo(wire: WireClient, method: string, path: string, options: { token: string; body?: object }) {
  const answer = await wire.call(method, path, options);
  if (answer.status !== 200) throw new Error(`${method} ${path} answered ${answer.status}`);
  return answer.body;
}

export async function makeProbeWorld(
  wire: WireClient,
  origin: string,
  [alice, bob, carla]: readonly [Person, Person, Person],
): Promise<ProbeWorld> {
  const need = (method: string, path: string, person: Person, body?: object) =>
    answerTo(wire, method, path, { token: person.token, ...(body ? { body } : {}) });
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
    publicTrashed: await file(alice, `${MARK} of the open link.txt`, publicDir),
  };
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
    await file(carla, `${MARK} of carla.txt`),
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
  const live = [await linkOf(locked, a), await linkOf(open, publicFile)];
  const dead = [
    ...(await Promise.all(
      [gone.trashed, gone.inTrash, gone.moved, gone.inMoved, gone.deleted].map((id) => linkOf(locked, id)),
    )),
    await linkOf(open, gone.publicTrashed),
    await linkOf(ended, a),
  ];
  const folders = [top, inner, trashedDir, movedDir];
  await warmCaches(
    wire,
    origin,
    [
      { share_id: locked.id, pass_code_token: locked.token, parents: folders },
      { share_id: ended.id, pass_code_token: ended.token, parents: folders },
      { share_id: open.id, pass_code_token: open.token, parents: [publicDir] },
    ],
    [...live, ...dead],
  );
  await batch('batchTrash', [gone.trashed, trashedDir, gone.publicTrashed]);
  await batch('batchMove', [gone.moved, movedDir, gone.movedZip], outside);
  await batch('batchDelete', [gone.deleted]);
  await need('POST', '/drive/v1/share:batchDelete', alice, { ids: [ended.id] });
  return {
    visitor: bob,
    locked,
    open,
    ended,
    hidden,
    ownerId: alice.userId,
    ownerToken: alice.token,
    inside: [top, inner, a, b, packed],
    shown: [publicDir, publicFile],
    deadLinks: dead,
    liveLinks: live,
    ...direct,
    collecting,
    otherLocked,
  };
}
