/**
 * Steps of a person who follows a share. Each lane has a shared folder of its own, to which a person without a lane adds files: one or
 * the other is in flight, never both, so that new files are certain.
 */
import { randomUUID } from 'node:crypto';
import { sha256 } from '#test/flow/wire-client.ts';
import { type Body, type Caller, call, mustCall, type Outcome } from './calls.ts';
import { type Lane, pick, type Step, type StepEnd } from './lane.ts';
import type { StepKind } from './plan.ts';
import type { Album, Followed, NewFile } from './shared-state.ts';
import { FOLDER, fileOf } from './tree.ts';

const SHARE = '/drive/v1/share';

function endOf({ kind }: Outcome): StepEnd {
  return kind === 'unknown' ? 'stop' : 'done';
}

function makeFolder(giver: Caller, name: string, parentId: string, key: string): Promise<Outcome> {
  const body = { kind: 'drive#folder', name, parent_id: parentId };
  return call(giver.wire, 'POST', '/drive/v1/files', { token: giver.token, key, body });
}

/** For each lane a folder of the giver with a link, and a file that is not new. */
export async function makeShown(lanes: readonly Lane[], giver: Caller): Promise<void> {
  const { wire, token } = giver;
  for (const lane of lanes) {
    const folder = { kind: 'drive#folder', name: `shown to ${lane.name}`, parent_id: '' };
    const galleryId: string = (await mustCall(wire, 'POST', '/drive/v1/files', { token, body: folder })).file.id;
    const query = { parent_id: galleryId, name: 'first.bin' };
    await mustCall(wire, 'POST', '/drive/v1/uploads', { token, bytes: lane.shared.bytesOf(galleryId, 100), query });
    const body = { file_ids: [galleryId], share_to: 'publiclink', expiration_days: -1 };
    const { share_id: shareId } = await mustCall(wire, 'POST', SHARE, { token, body });
    lane.shared.followed.set(lane.name, { galleryId, shareId, state: 'known', albums: [], next: null });
  }
}

async function follow(lane: Lane, followed: Followed): Promise<void> {
  const { shareId } = followed;
  await lane.attempt({
    label: `follow ${shareId}`,
    send: () => lane.call('POST', `${SHARE}/follow`, { body: { share_id: shareId } }),
    onOk: (answer: Body) => {
      if (answer.share_status !== 'OK') lane.tally.violations.push(`${lane.name}: following is ${answer.share_status}`);
      followed.state = 'followed';
    },
  });
}

function plan(lane: Lane, { albums }: Followed, way: number, at: number, size: number): NewFile {
  const bytes = lane.shared.bytesOf(`${lane.name}/shown/${lane.made}`, Math.ceil(1 + size * 50_000));
  const album: Album | undefined =
    way < 0.3 ? { id: '', name: lane.newName(), ownId: '', isNew: true } : way < 0.8 ? pick(albums, at) : undefined;
  return {
    name: lane.newName('.bin'),
    bytes,
    album: album ?? null,
    keys: [randomUUID(), randomUUID()],
    isShown: false,
  };
}

/** The giver adds the next file. Calls without an answer are repeated by their keys. */
async function show(followed: Followed, next: NewFile, giver: Caller): Promise<StepEnd> {
  const { album, name, bytes } = next;
  const [folderKey, fileKey] = next.keys;
  if (album?.id === '') {
    const made = await makeFolder(giver, album.name, followed.galleryId, folderKey);
    if (made.kind !== 'ok') return endOf(made);
    album.id = made.body.file.id;
  }
  const query = { parent_id: album?.id ?? followed.galleryId, name };
  const put = await call(giver.wire, 'POST', '/drive/v1/uploads', { token: giver.token, key: fileKey, bytes, query });
  if (put.kind !== 'ok') return endOf(put);
  next.isShown = true;
  return 'done';
}

/** Where a fetch puts the file: into the copy of its folder wherever that is now, else into the folder of its name, else into the lane's. */
function placeOf(lane: Lane, album: Album | null): string {
  if (!album) return '';
  const [copy] = lane.paths((entry) => !entry.isFile && entry.id === album.ownId);
  if (copy !== undefined) return copy;
  return lane.tree.entries.get(`/${album.name}`)?.isFile === false ? `/${album.name}` : '';
}

async function fetchNext(lane: Lane, followed: Followed, { name, bytes, album }: NewFile): Promise<StepEnd> {
  const entry = fileOf(bytes.length, sha256(bytes));
  const isFirst = album?.isNew ?? false;
  const place = isFirst ? `/${album?.name}` : placeOf(lane, album);
  let taskId = '';
  const body = { share_id: followed.shareId, parent_id: lane.folderId, specify_parent_id: true };
  const end = await lane.attempt({
    label: `fetch ${place}/${name}`,
    change: (tree) => {
      if (isFirst) tree.add(place, FOLDER);
      tree.add(`${place}/${name}`, entry);
    },
    send: () => lane.call('POST', `${SHARE}/follow_fetch`, { body }),
    mayRefuse: ['too_many_requests'],
    onOk: (answer: Body) => {
      taskId = answer.restore_task_id;
      followed.state = 'fetched';
      if (followed.next) lane.shared.fetched += 1;
      followed.next = null;
      if (album?.isNew) followed.albums.push(Object.assign(album, { isNew: false }));
    },
  });
  if (end !== 'ok') return 'done';
  const ended = await lane.untilEnded(taskId);
  return ended === 'done' && isFirst && album ? noteCopy(lane, album, place, taskId) : ended;
}

/** The task names the copy of a folder. */
async function noteCopy(lane: Lane, album: Album, place: string, taskId: string): Promise<StepEnd> {
  const asked = await lane.call('GET', `/drive/v1/tasks/${taskId}`);
  if (asked.kind !== 'ok') return endOf(asked);
  album.ownId = JSON.parse(asked.body.params.trace_file_ids)[album.id] ?? '';
  const entry = lane.tree.entries.get(place);
  if (entry) lane.tree.add(place, { ...entry, id: album.ownId });
  return 'done';
}

async function step(lane: Lane, [at, size, way]: readonly [number, number, number, number]): Promise<StepEnd> {
  const { giver } = lane.shared;
  const followed = lane.shared.followed.get(lane.name);
  if (!giver || !followed) return 'done';
  if (followed.state === 'known') await follow(lane, followed);
  if (lane.inFlight) return 'stop';
  followed.next ??= plan(lane, followed, way, at, size);
  if (followed.next.isShown) return fetchNext(lane, followed, followed.next);
  const shown = await show(followed, followed.next, giver);
  return followed.next.isShown ? fetchNext(lane, followed, followed.next) : shown;
}

export const FOLLOW_STEPS = { follow: step } as const satisfies Partial<Record<StepKind, Step>>;
