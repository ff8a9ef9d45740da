/**
 * A real drive and its model: a step is taken in both at once and must end alike; afterwards both must hold the same.
 */
import { expect } from 'vitest';
import type { FileObject } from '#shared/drive/model.ts';
import type { UploadSession } from '#shared/drive/upload.contract.ts';
import { asNodeId, asShareId, asTaskId, asUploadId, type NodeId, type UserId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { makeDrive } from '../drive-fixture.ts';
import { AT_ONCE } from '../jobs/batch-job.store.ts';
import { copyIdOf } from '../keys.ts';
import type { ListQuery } from '../tree/listing-query.ts';
import { uploadPart } from '../upload/receive-part.ts';
import { bytesOf, makeUploader, ORIGIN } from '../upload/upload-fixture.ts';
import { ModelDrive, type ModelOutcome } from './drive-model-fixture.ts';
import type { ModelNode } from './nodes-fixture.ts';
import { makeOperations } from './operations-fixture.ts';
import { modelled, real } from './outcome-fixture.ts';
import type { FindingPair } from './pages-fixture.ts';
import { everywhereOf, listOf } from './search-fixture.ts';
import { takeFinding } from './search-steps-fixture.ts';
import type { Pick, Step } from './steps-fixture.ts';

const LIMIT_BYTES = 150;

/** A real drive of a new person and its model. @param bytesSeed  people of one seed have equal files */
export function makePair(bytesSeed: number | null = null) {
  const drive = makeDrive();
  const caller: Caller = { ...drive.caller, userId: drive.userId as UserId, clientId: 'test', scopes: [] };
  const { deps } = makeUploader({ storageBytes: LIMIT_BYTES });
  const service = makeOperations(deps);
  const model = new ModelDrive(LIMIT_BYTES);
  const sessions = new Map<string, UploadSession>();
  const seed = bytesSeed ?? [...drive.userId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

  const call = (): CallContext => ({
    requestId: 'test',
    nowMs: deps.clock.nowMs(),
    locale: 'en-US',
    address: '',
    deviceId: '',
    clientId: 'test',
    userAgent: '',
    captchaToken: '',
    idempotencyKey: null,
    origin: ORIGIN,
    caller,
  });

  const bytesFor = (sizeBytes: number) => bytesOf(sizeBytes, seed + sizeBytes);

  /** Ids of a step, named as often as it takes to be many. */
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

  async function pages(query: Partial<ListQuery> & { parentId: NodeId; limit: number }): Promise<FileObject[]> {
    const files: FileObject[] = [];
    const whole = { order: 'name_asc' as const, foldersFirst: true, trashed: false, ...query };
    for (let pageToken = ''; ; ) {
      const page = await service.list(caller, { ...whole, pageToken });
      expect(page.files.length).toBeLessThanOrEqual(query.limit);
      files.push(...page.files);
      pageToken = page.next_page_token;
      if (pageToken === '') return files;
      expect(page.files.length).toBe(query.limit);
    }
  }

  /** Nothing was made, because something has the name: a file rather than a folder. */
  function expectHolder(said: Parameters<FindingPair['expectHolder']>[0], holders: readonly ModelNode[]): void {
    expect(said?.skipped ?? false).toBe(holders.length > 0);
    if (holders.length === 0) return;
    const meant = holders.some((node) => node.isFile) ? holders.filter((node) => node.isFile) : holders;
    expect(meant.map((node) => node.id)).toContain(said?.file?.id);
  }

  async function begin(step: Extract<Step, { do: 'file' | 'begin' }>): Promise<string> {
    const { name: fileName, sizeBytes, conflict } = step;
    const to = pick(step.to);
    const input = { parentId: to, name: fileName, sizeBytes, gcid: '', contentKey: '', modifiedMs: null, conflict };
    const begun = await real(() => service.beginUpload(caller, { ...input, protocol: 'own' }, call()));
    const fileId = begun.value?.file?.id ?? '';
    // One without bytes has ended already: the answer may be the file whose place it took.
    const made = {
      id: model.nodes.has(fileId) ? newWireId() : fileId,
      uploadId: begun.value?.upload?.upload_id ?? newWireId(),
    };
    const expected = modelled(() => model.begin(to, fileName, sizeBytes, made, conflict));
    expect(begun.refusal).toBe(expected.refusal);
    expectHolder(begun.value, expected.value ?? []);
    if (begun.value?.skipped) return '';
    if (begun.value?.upload) sessions.set(made.uploadId, begun.value.upload);
    const node = model.nodes.get(fileId);
    if (node && begun.value?.file) expectSame(node, begun.value.file);
    return made.uploadId;
  }

  async function finish(uploadId: string): Promise<void> {
    const session = sessions.get(uploadId);
    if (!session) return;
    const bytes = bytesFor(Number(session.size));
    const done = await real(async () => {
      const body = new Response(bytes).body;
      const part = { uploadId, part: 1, token: session.upload_token, body, sizeBytes: bytes.length };
      await uploadPart(deps, part, deps.clock.nowMs());
      return service.completeUpload(caller, asUploadId(uploadId));
    });
    const expected = modelled(() => model.finish(uploadId));
    expect(done.refusal).toBe(expected.refusal);
    if (expected.value && done.value && model.standing(expected.value.id) === 'live')
      expectSame(expected.value, done.value.file);
  }

  async function batch(
    work: () => Promise<string>,
    inModel: (taskId: string) => ModelOutcome | undefined,
  ): Promise<void> {
    const done = await real(work);
    const expected = modelled(() => inModel(done.value ?? ''));
    expect(done.refusal).toBe(expected.refusal);
    if (!done.value) return;
    await drive.finish(done.value);
    const { phase, params } = await service.task(caller, asTaskId(done.value));
    expect(phase).toBe('PHASE_TYPE_COMPLETE');
    const told = (ids = '[]') => (JSON.parse(ids) as string[]).toSorted();
    const { skipped = [], replaced = [] } = expected.value ?? {};
    expect([told(params['skipped']), told(params['replaced'])]).toEqual([skipped.toSorted(), replaced.toSorted()]);
  }

  async function list(step: Extract<Step, { do: 'list' }>): Promise<void> {
    const { order, foldersFirst, only, limit: rows } = step;
    const parentId = pick(step.folder);
    const kinds = { foldersOnly: only === 'folders', filesOnly: only === 'files' };
    const files = await pages({ parentId, order, foldersFirst, limit: rows, ...kinds });
    const said = new Map(files.map((file) => [file.id, file.modified_time]));
    const expected = listOf(model, parentId, step, (node) => said.get(node.id) ?? '');
    expect(files.map((file) => file.id)).toEqual(expected.map((node) => node.id));
    for (const [at, node] of expected.entries()) {
      const file = files[at];
      if (file) expectSame(node, file);
    }
  }

  async function listTrash(rows: number): Promise<void> {
    const files = await pages({ parentId: asNodeId('*'), trashed: true, order: 'mod_desc', limit: rows });
    const roots = [...model.nodes.values()].filter((node) => node.trashed);
    expect(files.map((file) => file.id).sort()).toEqual(roots.map((node) => node.id).sort());
    const places = files.map((file) => `${file.delete_time} ${file.id}`);
    expect(places).toEqual([...places].sort().reverse());
    for (const file of files) {
      const node = model.nodes.get(file.id);
      if (node) expectSame(node, file);
    }
  }

  async function look(step: Extract<Step, { do: 'detail' | 'path' }>): Promise<void> {
    const id = pick(step.node);
    if (step.do === 'detail') {
      const file = await real(() => service.detail(caller, id));
      const node = modelled(() => model.requireAll([id], 'refuse')[0]);
      expect(file.refusal).toBe(node.refusal);
      if (file.value && node.value) expectSame(node.value, file.value);
      return;
    }
    const crumbs = await real(() => service.path(caller, id));
    const stands = model.standing(id) === 'live' && !model.nodes.get(id)?.isFile;
    expect(crumbs.refusal).toBe(stands ? '' : 'file_not_found');
    if (stands)
      expect(crumbs.value?.map((crumb) => crumb.id)).toEqual(
        model
          .lineOf(id)
          .map((node) => node.id)
          .reverse(),
      );
  }

  async function take(step: Step): Promise<void> {
    switch (step.do) {
      case 'folder': {
        const to = pick(step.to);
        const input = { parentId: to, name: step.name };
        const made = await real(() => service.createFolder(caller, input, call(), step.conflict));
        const id = made.value?.file?.id ?? '';
        const expected = modelled(() => model.createFolder(to, step.name, id, step.conflict));
        expect(made.refusal).toBe(expected.refusal);
        return expectHolder(made.value, expected.value ?? []);
      }
      case 'file':
        return finish(await begin(step));
      case 'begin':
        await begin(step);
        return;
      case 'finish':
      case 'abort': {
        const uploadId = [...sessions.keys()][step.at % Math.max(1, sessions.size)];
        if (uploadId === undefined) return;
        if (step.do === 'finish') return finish(uploadId);
        await service.abortUpload(caller, asUploadId(uploadId));
        model.abort(uploadId);
        return;
      }
      case 'rename': {
        const id = pick(step.node);
        const renamed = await real(() => service.rename(caller, id, step.name, call()));
        const expected = modelled(() => model.rename(id, step.name));
        expect(renamed.refusal).toBe(expected.refusal);
        if (expected.value && renamed.value) expectSame(expected.value, renamed.value);
        return;
      }
      case 'renameMany': {
        const items = step.nodes.map((node, at) => ({ id: pick(node), name: step.names[at] ?? '' }));
        return batch(
          () => service.renameMany(caller, items, call()),
          () => void model.renameMany(items),
        );
      }
      case 'move':
      case 'copy': {
        const [ids, to] = [idsOf(step), pick(step.to)];
        if (step.do === 'move')
          return batch(
            () => service.move(caller, ids, to, call(), step.conflict),
            () => model.move(ids, to, step.conflict),
          );
        return batch(
          () => service.copy(caller, ids, to, call(), step.conflict),
          (taskId) => model.copy(ids, to, (id) => copyIdOf(taskId, id), step.conflict),
        );
      }
      case 'untrash': {
        const ids = idsOf(step);
        return batch(
          () => service.untrash(caller, ids, call(), step.conflict),
          () => model.untrash(ids, step.conflict),
        );
      }
      case 'trash': {
        const ids = idsOf(step);
        return batch(
          () => service.trash(caller, ids, call()),
          () => void model.trash(ids),
        );
      }
      case 'remove': {
        const ids = idsOf(step);
        return batch(
          () => service.remove(caller, ids, call()),
          () => void model.remove(ids, step.many),
        );
      }
      case 'emptyTrash':
        return batch(
          () => service.emptyTrash(caller, call()),
          () => void model.emptyTrash(),
        );
      case 'detail':
      case 'path':
        return look(step);
      case 'watch': {
        const id = pick(step.node);
        if (model.nodes.has(id)) await service.watch(caller.userId, asShareId(newWireId()), [id]);
        return;
      }
      case 'list':
        return list(step);
      case 'listTrash':
        return listTrash(step.limit);
      case 'everywhere': {
        const files = await pages({ parentId: asNodeId('*'), limit: step.limit });
        expect(files.map((file) => file.id)).toEqual(everywhereOf(model).map((node) => node.id));
        return;
      }
      case 'space': {
        const { limitBytes, usageBytes, trashBytes, versionBytes, reservedBytes } = model;
        const told = { limitBytes, usageBytes, trashBytes, versionBytes, reservedBytes };
        expect(await service.space(caller)).toMatchObject(told);
        return;
      }
      default:
        return takeFinding({ service, caller, model, pick, expectSame, expectHolder, bytesFor, call }, step);
    }
  }

  /** Row by row, counters, and what is left to do: nothing. */
  async function expectEqual(): Promise<void> {
    await service.space(caller);
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
      events: sql
        .exec("SELECT type || ' ' || node_id AS event FROM events")
        .toArray()
        .map(({ event }) => String(event))
        .sort(),
      revision: sql.exec('SELECT n FROM revision').one()['n'],
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
    const events = model.events.all.map(({ type, nodeId }) => `${type} ${nodeId}`).sort();
    expect(rows).toEqual({ nodes, jobs: [], items: [], untold: [], events, revision: model.changes, versions });
    const counts = { usage: 0, nodes: 0, reserved: 0, contents: 0, orphans: 0, strayVersions: 0, rows: nodes.length };
    expect(await drive.audit()).toEqual({ ...counts, promised: model.reservedBytes });
  }

  /** Saves what the other one shows. */
  async function save(from: Pair, picks: readonly Pick[], into: Pick): Promise<void> {
    const [ids, to] = [picks.map((each) => from.pick(each)), pick(into)];
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

  return { take, save, pick, caller, model, expectEqual };
}

export type Pair = ReturnType<typeof makePair>;
