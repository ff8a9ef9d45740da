/** Steps where a name is taken: uploads that replace, versions put back and deleted, moves that replace or skip. */
import { sha256 } from '#test/flow/wire-client.ts';
import type { Body } from './calls.ts';
import { openOf, partsOf, sendPart, sendPut } from './file-steps.ts';
import { type Lane, pick, type Replacement, type Step, type StepEnd } from './lane.ts';
import type { StepKind } from './plan.ts';
import { besides, type Entry, fileOf, type Held, nameOf, parentOf } from './tree.ts';
import { batch, forgetUploads } from './tree-steps.ts';

/** Former contents that the server keeps of one file. */
const MAX_VERSIONS = 20;

/** The file with another content; what it held is the newest of its versions. */
function holding(entry: Entry, next: Held, versions: readonly Held[]): Entry {
  const former = { sizeBytes: entry.sizeBytes, sha256: entry.sha256 };
  return { ...entry, ...next, versions: [former, ...versions].slice(0, MAX_VERSIONS) };
}

/** Complete files with known bytes. */
function wholeFiles(lane: Lane): string[] {
  return lane.paths((entry) => entry.isFile && !entry.isPending && entry.sha256 !== '');
}

/** Sends what is not there yet and completes: then the file has the new bytes under its old id. */
export async function goOn(lane: Lane, { path, upload }: Replacement): Promise<StepEnd> {
  const state = await lane.call('GET', `/drive/v1/uploads/${upload.uploadId}`);
  if (state.kind !== 'ok') return 'stop';
  const stored: number[] = state.body.parts;
  for (const part of upload.acknowledged)
    if (!stored.includes(part)) lane.tally.lost.push(`${lane.name}: part ${part} of ${upload.uploadId} for ${path}`);
  upload.token = state.body.upload_token;
  for (const part of partsOf(upload)) {
    if (stored.includes(part)) continue;
    const sent = await sendPart(lane, upload, part);
    if (sent.kind !== 'ok') return 'stop';
  }
  const held = { sizeBytes: upload.bytes.length, sha256: sha256(upload.bytes) };
  return lane.step({
    label: `complete in place of ${path}`,
    change: (tree) => {
      const entry = tree.entries.get(path);
      if (entry) tree.add(path, holding(entry, held, entry.versions ?? []));
      tree.remove(besides(path));
    },
    send: () => lane.call('POST', `/drive/v1/uploads/${upload.uploadId}/complete`),
    onOk: (answer: Body) => {
      lane.replacing = null;
      if (answer.file.id !== lane.idOf(path))
        lane.tally.violations.push(`${lane.name}: ${path} was replaced and has another id, ${answer.file.id}`);
    },
  });
}

async function replace(lane: Lane, at: number, size: number): Promise<StepEnd> {
  const path = pick(wholeFiles(lane), at);
  if (path === undefined) return 'done';
  lane.made += 1;
  const bytes = lane.shared.bytesOf(`${lane.name}/again/${lane.made}`, 1 + Math.ceil(size * 200_000));
  const body = {
    kind: 'drive#file',
    name: nameOf(path),
    parent_id: lane.idOf(parentOf(path)),
    size: String(bytes.length),
    conflict: 'replace',
    resumable: { provider: 'PROVIDER_MAGPIE' },
  };
  return lane.step({
    label: `replace ${path} by ${bytes.length}`,
    change: (tree) => tree.add(besides(path), fileOf(bytes.length, '')),
    send: (key) => lane.call('POST', '/drive/v1/files', { key, body }),
    onOk: (answer: Body) => {
      const upload = openOf(answer, bytes, 0);
      if (upload) lane.replacing = { path, upload };
    },
  });
}

/** The same in one call: the file has the new bytes, or those it had. */
async function replaceByPut(lane: Lane, at: number, size: number): Promise<StepEnd> {
  const path = pick(wholeFiles(lane), at);
  const entry = lane.tree.entries.get(path ?? '');
  if (path === undefined || !entry) return 'done';
  lane.made += 1;
  const bytes = lane.shared.bytesOf(`${lane.name}/put/${lane.made}`, 1 + Math.ceil(size * 200_000));
  const held = { sizeBytes: bytes.length, sha256: sha256(bytes) };
  const query = { parent_id: lane.idOf(parentOf(path)), name: nameOf(path), conflict: 'replace' };
  return lane.step({
    label: `put in place of ${path} ${bytes.length}`,
    change: (tree) => tree.add(path, holding(entry, held, entry.versions ?? [])),
    send: (key) => sendPut(lane, key, bytes, query),
    onOk: (answer: Body) => {
      if (answer.file.id !== entry.id)
        lane.tally.violations.push(`${lane.name}: ${path} was replaced and has another id, ${answer.file.id}`);
    },
  });
}

async function versionStep(lane: Lane, at: number, which: number, kind: 'restore' | 'delete'): Promise<StepEnd> {
  const path = pick(
    wholeFiles(lane).filter((each) => (lane.tree.entries.get(each)?.versions?.length ?? 0) > 0),
    at,
  );
  const entry = lane.tree.entries.get(path ?? '');
  if (path === undefined || !entry) return 'done';
  const address = `/drive/v1/files/${entry.id}/versions`;
  const listed = await lane.call('GET', address);
  if (listed.kind !== 'ok') return 'stop';
  const versions = entry.versions ?? [];
  const index = Math.floor(which * versions.length);
  const [version, known] = [listed.body.versions[index], versions[index]];
  if (!version || !known) {
    lane.tally.lost.push(`${lane.name}: version ${index} of ${path} is not listed`);
    return 'done';
  }
  const others = versions.filter((_, place) => place !== index);
  return lane.step({
    label: `${kind} version ${index} of ${path}`,
    change: (tree) =>
      tree.add(path, kind === 'restore' ? holding(entry, known, others) : { ...entry, versions: others }),
    send: (key) =>
      kind === 'restore'
        ? lane.call('POST', `${address}/${version.id}/restore`, { key })
        : lane.call('DELETE', `${address}/${version.id}`),
  });
}

/** Moves something to where its name is taken by a thing of its kind: that goes to the trash, or nothing happens. */
function moveTaken(lane: Lane, at: number, way: number): Promise<StepEnd> {
  const whole = lane.paths((entry) => !entry.isPending);
  const pairs = whole.flatMap((from) =>
    whole
      .filter((over) => over !== from && nameOf(over) === nameOf(from))
      .filter((over) => lane.tree.entries.get(over)?.isFile === lane.tree.entries.get(from)?.isFile)
      .filter((over) => !over.startsWith(`${from}/`) && !from.startsWith(`${over}/`))
      .map((over) => [from, over] as const),
  );
  const found = lane.usesTrash ? pick(pairs, at) : undefined;
  if (!found) return Promise.resolve('done');
  const [from, over] = found;
  const conflict = way < 0.7 ? 'replace' : 'skip';
  const folderId = lane.idOf(parentOf(over));
  if (conflict === 'replace') forgetUploads(lane, over);
  const body = { ids: [lane.idOf(from)], to: { parent_id: folderId }, conflict };
  return batch(lane, 'batchMove', `${from} over ${over}`, body, (tree) => {
    if (conflict === 'skip') return;
    tree.moveToTrash(over, folderId);
    tree.move(from, over);
  });
}

export const REPLACE_STEPS = {
  replace: (lane, [at, size]) => replace(lane, at, size),
  'replace-put': (lane, [at, size]) => replaceByPut(lane, at, size),
  'version-restore': (lane, [at, which]) => versionStep(lane, at, which, 'restore'),
  'version-delete': (lane, [at, which]) => versionStep(lane, at, which, 'delete'),
  'move-taken': (lane, [at, way]) => moveTaken(lane, at, way),
} as const satisfies Partial<Record<StepKind, Step>>;
