/** Takes the steps that make, rename, move and remove nodes, in a real drive and its model. */
import { expect } from 'vitest';
import { asShareId, asTaskId, asUploadId } from '#shared/ids.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { copyIdOf } from '#worker/services/drive/keys.ts';
import type { ModelOutcome } from './drive-model.ts';
import { modelled, real } from './outcome.ts';
import type { DrivePair } from './pages.ts';
import type { ChangeStep } from './steps.ts';

async function begin(pair: DrivePair, step: Extract<ChangeStep, { do: 'file' | 'begin' }>): Promise<string> {
  const { service, caller, model, sessions, pick, call, expectSame, expectHolder } = pair;
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

async function finish(pair: DrivePair, uploadId: string): Promise<void> {
  const { service, caller, model, sessions, bytesFor, expectSame } = pair;
  const session = sessions.get(uploadId);
  if (!session) return;
  const bytes = bytesFor(Number(session.size));
  const done = await real(async () => {
    await pair.sendPart(session, bytes);
    return service.completeUpload(caller, asUploadId(uploadId));
  });
  const expected = modelled(() => model.finish(uploadId));
  expect(done.refusal).toBe(expected.refusal);
  if (expected.value && done.value && model.standing(expected.value.id) === 'live')
    expectSame(expected.value, done.value.file);
}

async function batch(
  { service, caller, finishTask }: DrivePair,
  work: () => Promise<string>,
  inModel: (taskId: string) => ModelOutcome | undefined,
): Promise<void> {
  const done = await real(work);
  const expected = modelled(() => inModel(done.value ?? ''));
  expect(done.refusal).toBe(expected.refusal);
  if (!done.value) return;
  await finishTask(done.value);
  const { phase, params } = await service.task(caller, asTaskId(done.value));
  expect(phase).toBe('PHASE_TYPE_COMPLETE');
  const told = (ids = '[]') => (JSON.parse(ids) as string[]).toSorted();
  const { skipped = [], replaced = [] } = expected.value ?? {};
  expect([told(params['skipped']), told(params['replaced'])]).toEqual([skipped.toSorted(), replaced.toSorted()]);
}

export async function takeChange(pair: DrivePair, step: ChangeStep): Promise<void> {
  const { service, caller, model, sessions, pick, idsOf, call, expectSame, expectHolder } = pair;
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
      return finish(pair, await begin(pair, step));
    case 'begin':
      await begin(pair, step);
      return;
    case 'finish':
    case 'abort': {
      const uploadId = [...sessions.keys()][step.at % Math.max(1, sessions.size)];
      if (uploadId === undefined) return;
      if (step.do === 'finish') return finish(pair, uploadId);
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
        pair,
        () => service.renameMany(caller, items, call()),
        () => void model.renameMany(items),
      );
    }
    case 'move':
    case 'copy': {
      const [ids, to] = [idsOf(step), pick(step.to)];
      if (step.do === 'move')
        return batch(
          pair,
          () => service.move(caller, ids, to, call(), step.conflict),
          () => model.move(ids, to, step.conflict),
        );
      return batch(
        pair,
        () => service.copy(caller, ids, to, call(), step.conflict),
        (taskId) => model.copy(ids, to, (id) => copyIdOf(taskId, id), step.conflict),
      );
    }
    case 'untrash': {
      const ids = idsOf(step);
      return batch(
        pair,
        () => service.untrash(caller, ids, call(), step.conflict),
        () => model.untrash(ids, step.conflict),
      );
    }
    case 'trash': {
      const ids = idsOf(step);
      return batch(
        pair,
        () => service.trash(caller, ids, call()),
        () => void model.trash(ids),
      );
    }
    case 'remove': {
      const ids = idsOf(step);
      return batch(
        pair,
        () => service.remove(caller, ids, call()),
        () => void model.remove(ids, step.many),
      );
    }
    case 'emptyTrash':
      return batch(
        pair,
        () => service.emptyTrash(caller, call()),
        () => void model.emptyTrash(),
      );
    case 'watch': {
      const id = pick(step.node);
      if (model.nodes.has(id)) await service.watch(caller.userId, asShareId(newWireId()), [id]);
      return;
    }
    default:
      step satisfies never;
  }
}
