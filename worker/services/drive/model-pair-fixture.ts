/**
 * A real drive and its model: a step is taken in both at once and must end alike; afterwards both must hold the same.
 */
import { expect } from 'vitest';
import type { UploadSession } from '#shared/drive/contract.ts';
import type { FileObject } from '#shared/drive/model.ts';
import { asNodeId, asShareId, asTaskId, asUploadId, type NodeId, type UserId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { makeDrive } from './drive-fixture.ts';
import type { ListQuery } from './face.ts';
import { makeDriveService } from './index.ts';
import { copyIdOf } from './keys.ts';
import { ModelDrive, type ModelNode, Refused } from './model-fixture.ts';
import type { Pick, Step } from './model-steps-fixture.ts';
import { uploadPart } from './ops/upload-part.ts';
import { bytesOf, makeUploader, ORIGIN } from './upload-fixture.ts';

const LIMIT_BYTES = 150;

async function real<T>(work: () => Promise<T>): Promise<{ value?: T; refusal: string }> {
  try {
    return { value: await work(), refusal: '' };
  } catch (error) {
    const { errorName, detail } = error as { errorName?: string; detail?: { reason?: string } };
    if (!errorName) throw error;
    return { refusal: errorName === 'invalid_argument' ? `${errorName}/${detail?.reason}` : errorName };
  }
}

function modelled<T>(work: () => T): { value?: T; refusal: string } {
  try {
    return { value: work(), refusal: '' };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refusal: error.message };
  }
}

/** A real drive of a new person and its model. */
export function makePair() {
  const drive = makeDrive();
  const caller: Caller = { ...drive.caller, userId: drive.userId as UserId, clientId: 'test', scopes: [] };
  const { deps } = makeUploader({ storageBytes: LIMIT_BYTES });
  const service = makeDriveService(deps);
  const model = new ModelDrive(LIMIT_BYTES);
  const sessions = new Map<string, UploadSession>();
  const seed = [...drive.userId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) >>> 0, 7);

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
      modified: file.modified_time,
    }).toEqual({
      id: node.id,
      parent: node.parentId,
      name: node.name,
      isFile: node.isFile,
      size: String(node.sizeBytes),
      whole: node.whole,
      trashed: node.trashed,
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

  async function begin(to: NodeId, fileName: string, sizeBytes: number): Promise<string> {
    const input = { parentId: to, name: fileName, sizeBytes, gcid: '', contentKey: '', modifiedMs: null };
    const begun = await real(() => service.beginUpload(caller, { ...input, door: 'own' }, call()));
    const made = { id: begun.value?.file?.id ?? '', uploadId: begun.value?.upload?.upload_id ?? '' };
    expect(begun.refusal).toBe(modelled(() => model.begin(to, fileName, sizeBytes, made)).refusal);
    if (begun.value?.upload) sessions.set(made.uploadId, begun.value.upload);
    const node = model.nodes.get(made.id);
    if (node && begun.value?.file) expectSame(node, begun.value.file);
    return made.uploadId;
  }

  async function finish(uploadId: string): Promise<void> {
    const session = sessions.get(uploadId);
    if (!session) return;
    const bytes = bytesOf(Number(session.size), seed + Number(session.size));
    const done = await real(async () => {
      const body = new Response(bytes).body;
      const part = { uploadId, part: 1, token: session.upload_token, body, sizeBytes: bytes.length };
      await uploadPart(deps, part, deps.clock.nowMs());
      return service.completeUpload(caller, asUploadId(uploadId), call());
    });
    const expected = modelled(() => model.finish(uploadId));
    expect(done.refusal).toBe(expected.refusal);
    if (expected.value && done.value && model.standing(expected.value.id) === 'live')
      expectSame(expected.value, done.value.file);
  }

  async function batch(work: () => Promise<string>, inModel: (taskId: string) => void): Promise<void> {
    const done = await real(work);
    expect(done.refusal).toBe(modelled(() => inModel(done.value ?? '')).refusal);
    if (done.value) expect((await service.task(caller, asTaskId(done.value))).phase).toBe('PHASE_TYPE_COMPLETE');
  }

  async function list(step: Extract<Step, { do: 'list' }>): Promise<void> {
    const { order, foldersFirst, only, limit: rows } = step;
    const parentId = pick(step.folder);
    const kinds = { foldersOnly: only === 'folders', filesOnly: only === 'files' };
    const files = await pages({ parentId, order, foldersFirst, limit: rows, ...kinds });
    const said = new Map(files.map((file) => [file.id, file.modified_time]));
    const expected = model.list(parentId, step, (node) => said.get(node.id) ?? '');
    expect(files.map((file) => file.id)).toEqual(expected.map((node) => node.id));
    for (const [at, node] of expected.entries()) {
      const file = files[at];
      if (file) expectSame(node, file);
    }
  }

  async function listTrash(rows: number): Promise<void> {
    const files = await pages({ parentId: asNodeId('*'), trashed: true, limit: rows });
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
        const made = await real(() => service.createFolder(caller, { parentId: to, name: step.name }, call()));
        const id = made.value?.file?.id ?? '';
        expect(made.refusal).toBe(modelled(() => model.createFolder(to, step.name, id)).refusal);
        return;
      }
      case 'file':
        return finish(await begin(pick(step.to), step.name, step.sizeBytes));
      case 'begin':
        await begin(pick(step.to), step.name, step.sizeBytes);
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
      case 'move':
      case 'copy': {
        const [ids, to] = [step.nodes.map(pick), pick(step.to)];
        if (step.do === 'move')
          return batch(
            () => service.move(caller, ids, to, call()),
            () => model.move(ids, to),
          );
        return batch(
          () => service.copy(caller, ids, to, call()),
          (taskId) => model.copy(ids, to, (id) => copyIdOf(taskId, id)),
        );
      }
      case 'trash':
      case 'untrash':
      case 'remove': {
        const ids = step.nodes.map(pick);
        return batch(
          () => service[step.do](caller, ids, call()),
          () => model[step.do](ids),
        );
      }
      case 'emptyTrash':
        return batch(
          () => service.emptyTrash(caller, call()),
          () => model.emptyTrash(),
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
        expect(files.map((file) => file.id)).toEqual(model.everywhere().map((node) => node.id));
        return;
      }
      case 'space': {
        const { limitBytes, usageBytes, trashBytes, reservedBytes } = model;
        expect(await service.space(caller)).toEqual({ limitBytes, usageBytes, trashBytes, reservedBytes });
      }
    }
  }

  /** Row by row, counters, and what is left to do: nothing. */
  async function expectEqual(): Promise<void> {
    await service.space(caller);
    const rows = await drive.inside((_, sql) => ({
      nodes: sql
        .exec<Record<string, string | number>>(
          `SELECT id, CASE state WHEN 0 THEN parent_id ELSE trash_parent_id END AS parent, name, is_file, size_bytes, state,
             phase = 'PHASE_TYPE_COMPLETE' AS whole, is_file = 1 AND content_key IS NOT NULL AS held FROM nodes ORDER BY id`,
        )
        .toArray(),
      jobs: sql.exec('SELECT type, job FROM tasks WHERE job IS NOT NULL').toArray(),
      items: sql.exec('SELECT * FROM job_items').toArray(),
      untold: sql
        .exec("SELECT payload FROM _outbox WHERE event = 'drive.tree-changed' AND json_extract(payload, '$.removed')")
        .toArray(),
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
        whole: node.whole ? 1 : 0,
        held: node.isFile && node.whole ? 1 : 0,
      }));
    expect(rows).toEqual({ nodes, jobs: [], items: [], untold: [] });
    const counts = { usage: 0, reserved: 0, contents: 0, orphans: 0, rows: nodes.length };
    expect(await drive.audit()).toEqual({ ...counts, promised: model.reservedBytes });
  }

  return { take, expectEqual };
}
