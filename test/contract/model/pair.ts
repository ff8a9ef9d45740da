/**
 * A real drive and its model: a step is taken in both at once and must end alike; afterwards both must hold the same.
 */
import { expect } from 'vitest';
import { EVENT_TYPES, type FileObject } from '#shared/drive/model.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import { asNodeId, asShareId, type NodeId, type UserId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { Caller } from '#worker/platform/request.ts';
import { foldTags } from '#worker/services/drive/acts/tags.store.ts';
import type { DriveDeps } from '#worker/services/drive/deps.ts';
import { makeDrive } from '#worker/services/drive/drive-fixture.ts';
import { AT_ONCE } from '#worker/services/drive/jobs/batch-job.store.ts';
import { copyIdOf } from '#worker/services/drive/keys.ts';
import { listEvents } from '#worker/services/drive/tree/history/history.store.ts';
import { receivePart } from '#worker/services/drive/upload/receive-part.ts';
import { bytesOf, makeUploader } from '#worker/services/drive/upload/upload-fixture.ts';
import { takeChange } from './change-steps.ts';
import { ModelCollect } from './collect-model.ts';
import { takeCollect } from './collect-steps.ts';
import type { Side } from './common-steps.ts';
import { ModelDrive } from './drive-model.ts';
import { ChangesFollower, type Followed, TagsFollower } from './followers.ts';
import type { ModelNode } from './nodes.ts';
import { makeOperations } from './operations.ts';
import { modelled, real } from './outcome.ts';
import type { DrivePair } from './pages.ts';
import { takeRead } from './read-steps.ts';
import { recentOf } from './search.ts';
import { takeFinding } from './search-steps.ts';
import type { Pick, Step } from './steps.ts';

const LIMIT_BYTES = 150;

function expectSame(node: ModelNode, file: FileObject): void {
  node.modified ??= file.modified_time;
  expect({
    id: file.id,
    parent: file.parent_id,
    name: file.name,
    isFile: file.kind === 'drive#file',
    size: file.size,
    whole: file.phase === 'PHASE_TYPE_COMPLETE',
    trashed: file.trashed,
    starred: file.starred,
    modified: file.modified_time,
  }).toEqual({
    id: node.id,
    parent: node.parentId,
    name: node.name,
    isFile: node.isFile,
    size: String(node.sizeBytes),
    whole: node.whole,
    trashed: node.trashed,
    starred: node.starred,
    modified: node.modified,
  });
}

/** Nothing was made, because something has the name: a file rather than a folder. */
function expectHolder(said: Parameters<DrivePair['expectHolder']>[0], holders: readonly ModelNode[]): void {
  expect(said?.skipped ?? false).toBe(holders.length > 0);
  if (holders.length === 0) return;
  const meant = holders.some((node) => node.isFile) ? holders.filter((node) => node.isFile) : holders;
  expect(meant.map((node) => node.id)).toContain(said?.file?.id);
}

async function take(pair: DrivePair, step: Step): Promise<void> {
  switch (step.do) {
    case 'folder':
    case 'file':
    case 'begin':
    case 'finish':
    case 'abort':
    case 'rename':
    case 'renameMany':
    case 'move':
    case 'copy':
    case 'untrash':
    case 'trash':
    case 'remove':
    case 'emptyTrash':
    case 'watch':
      return takeChange(pair, step);
    case 'detail':
    case 'path':
    case 'list':
    case 'listTrash':
    case 'everywhere':
    case 'space':
      return takeRead(pair, step);
    case 'collect':
    case 'collectLink':
    case 'send':
    case 'finishSent':
    case 'withdraw':
      return takeCollect(pair, step);
    default:
      return takeFinding(pair, step);
  }
}

/** Row by row, counters, and no work left. */
async function expectEqual(pair: DrivePair, drive: ReturnType<typeof makeDrive>): Promise<void> {
  const { service, caller, model } = pair;
  await service.space(caller);
  await pair.follow(3);
  const rows = await drive.inside((_, sql) => ({
    nodes: sql
      .exec<Record<string, string | number>>(
        `SELECT id, CASE state WHEN 0 THEN parent_id ELSE trash_parent_id END AS parent, name, is_file, size_bytes, state, starred,
           phase = 'PHASE_TYPE_COMPLETE' AS whole, is_file = 1 AND content_key IS NOT NULL AS held FROM nodes ORDER BY id`,
      )
      .toArray(),
    jobs: sql.exec('SELECT type, job FROM tasks WHERE job IS NOT NULL').toArray(),
    items: sql.exec('SELECT * FROM job_items').toArray(),
    untold: sql
      .exec("SELECT payload FROM _outbox WHERE event = 'drive.tree-changed' AND json_extract(payload, '$.removed')")
      .toArray(),
    events: listEvents(sql, { types: EVENT_TYPES, pageToken: '', rows: 5_000 })
      .events.map(({ event, node }) => `${event.type} ${node.id}`)
      .sort(),
    revision: sql.exec('SELECT revision AS n FROM space').one()['n'],
    versions: sql.exec('SELECT node_id, size_bytes FROM versions ORDER BY node_id, n DESC').toArray(),
  }));
  const nodes = [...model.nodes.values()]
    .sort((left, right) => (left.id < right.id ? -1 : 1))
    .map((node) => ({
      id: node.id,
      parent: node.parentId,
      name: node.name,
      is_file: node.isFile ? 1 : 0,
      size_bytes: node.sizeBytes,
      state: node.trashed ? 1 : 0,
      starred: node.starred ? 1 : 0,
      whole: node.whole ? 1 : 0,
      held: node.isFile && node.whole ? 1 : 0,
    }));
  const versions = [...model.nodes.values()]
    .sort((left, right) => (left.id < right.id ? -1 : 1))
    .flatMap((node) => node.versions.map(({ sizeBytes }) => ({ node_id: node.id, size_bytes: sizeBytes })));
  const events = recentOf(model, EVENT_TYPES)
    .map(({ type, nodeId }) => `${type} ${nodeId}`)
    .sort();
  expect(rows).toEqual({ nodes, jobs: [], items: [], untold: [], events, revision: model.changes, versions });
  const counts = { usage: 0, nodes: 0, reserved: 0, contents: 0, orphans: 0, strayVersions: 0, rows: nodes.length };
  expect(await drive.audit()).toEqual({ ...counts, promised: model.reservedBytes });
}

/** `into` saves what `from` shows. */
async function save(into: DrivePair, from: DrivePair, picks: readonly Pick[], folder: Pick): Promise<void> {
  const { service, caller, model } = into;
  const [ids, to] = [picks.map((each) => from.pick(each)), into.pick(folder)];
  const order = {
    requestKey: newWireId(),
    shareId: asShareId(newWireId()),
    ownerId: from.caller.userId,
    rootIds: ids,
    ids,
    parentId: to,
  };
  const saved = await real(() => service.restore(caller, order));
  const taskId = saved.value?.taskId ?? '';
  const expected = modelled(() => model.save(from.model, ids, to, (id) => copyIdOf(taskId, id)));
  expect(saved.refusal).toBe(expected.refusal);
  if (saved.value) expect((await service.task(caller, saved.value.taskId)).phase).toBe('PHASE_TYPE_COMPLETE');
}

/** A real drive of a new person and its model. @param bytesSeed  people of one seed have equal files */
export function makePair(bytesSeed: number | null = null): Pair {
  const drive = makeDrive();
  const caller: Caller = { ...drive.caller, userId: drive.userId as UserId, clientId: 'test', scopes: [] };
  const uploader = makeUploader({ storageBytes: LIMIT_BYTES });
  const { deps } = uploader;
  const service = makeOperations(deps);
  const model = new ModelDrive(LIMIT_BYTES);
  const seed = bytesSeed ?? [...drive.userId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

  function idsOf(step: { readonly nodes: readonly Pick[]; readonly many: boolean }): NodeId[] {
    const ids = step.nodes.map(pick);
    return step.many ? Array.from({ length: AT_ONCE + 1 }, (_, at) => asNodeId(ids[at % ids.length] ?? '')) : ids;
  }

  function pick({ of, at }: Pick): NodeId {
    const all = [...model.nodes.values()];
    const standing = (which: string): ModelNode[] => all.filter((node) => model.standing(node.id) === which);
    const pools: Record<Pick['of'], () => readonly string[]> = {
      root: () => [''],
      folder: () => standing('live').flatMap((node) => (node.isFile ? [] : [node.id])),
      file: () => standing('live').flatMap((node) => (node.isFile ? [node.id] : [])),
      live: () => standing('live').map((node) => node.id),
      trash: () => standing('trashed').map((node) => node.id),
      lost: () => model.lost,
    };
    const pool = pools[of]();
    const unknown = 'V'.padEnd(26, 'x');
    return asNodeId(pool[at % Math.max(1, pool.length)] ?? (of === 'folder' ? '' : unknown));
  }

  async function sendPart(session: UploadSession, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const { upload_id: uploadId, upload_token: token } = session;
    const { body } = new Response(bytes);
    await receivePart(deps, { uploadId, part: 1, token, body, sizeBytes: bytes.length }, deps.clock.nowMs());
  }

  const sql: DrivePair['sql'] = (statement, ...values) =>
    drive.inside((_, storage) => storage.exec(statement, ...values).toArray() as never);
  const followed: Followed = {
    sql,
    changes: (since, pageRows) => service.changes(caller, { since, limit: pageRows }),
    tags: async (ids) => (await service.folderTags(caller, ids)).map(({ n, run }) => `${n} ${run}`),
  };
  const byChanges = new ChangesFollower(followed);
  const byTags = new TagsFollower(followed);

  const pair: DrivePair = {
    service,
    caller,
    model,
    collect: new ModelCollect(model),
    sql,
    async follow(pageRows) {
      await byChanges.follow(pageRows);
      await byTags.follow();
    },
    foldTags: () => drive.inside((_, storage) => foldTags(storage)),
    sessions: new Map(),
    pick,
    idsOf,
    call: () => ({ ...uploader.call(), caller }),
    bytesFor: (sizeBytes) => bytesOf(sizeBytes, seed + sizeBytes),
    expectSame,
    expectHolder,
    sendPart,
    finishTask: async (taskId) => void (await drive.finish(taskId)),
  };
  return {
    pair,
    deps,
    drive,
    grants: [],
    take: (step: Step) => take(pair, step),
    save: (from: Pair, picks: readonly Pick[], into: Pick) => save(pair, from.pair, picks, into),
    expectEqual: () => expectEqual(pair, drive),
  };
}

export interface Pair extends Side {
  readonly deps: DriveDeps;
  readonly take: (step: Step) => Promise<void>;
  /** Saves what the other person shows. */
  readonly save: (from: Pair, picks: readonly Pick[], into: Pick) => Promise<void>;
  readonly expectEqual: () => Promise<void>;
}
