/** Runs the steps of small files in one call and of used space, in a real drive and its model. */
import { expect } from 'vitest';
import { fail, unwrap } from '#shared/errors.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { PutAnswer } from '#worker/services/drive/upload/put/put-file.ts';
import { modelled, type Outcome, real } from './outcome.ts';
import { allPages, type DrivePair } from './pages.ts';
import { copiesIn, largestOf } from './search.ts';
import type { UsageStep } from './steps.ts';

interface SmallFile {
  readonly to: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly conflict: 'keep_both' | 'skip' | 'replace';
}

/** Holds the end of one file against the model. */
function expectPut(
  { model, expectHolder, expectSame }: DrivePair,
  { to, name, sizeBytes, conflict }: SmallFile,
  said: Outcome<PutAnswer>,
): void {
  const fileId = said.value?.file?.id ?? '';
  // The answer may be the file whose place it took.
  const made = { id: model.nodes.has(fileId) ? newWireId() : fileId, uploadId: newWireId() };
  const expected = modelled(() => {
    const holders = model.begin(to, name, sizeBytes, made, conflict);
    if (holders.length === 0 && sizeBytes > 0) model.finish(made.uploadId);
    return holders;
  });
  expect(said.refusal).toBe(expected.refusal);
  expectHolder(said.value, expected.value ?? []);
  const node = model.nodes.get(fileId);
  if (node && said.value?.file) expectSame(node, said.value.file);
}

async function put(pair: DrivePair, step: Extract<UsageStep, { do: 'put' }>): Promise<void> {
  const { service, caller, pick, call } = pair;
  const file = { ...step, to: pick(step.to) };
  const { body } = new Response(pair.bytesFor(step.sizeBytes));
  const input = { ...file, parentId: file.to, modifiedMs: null, body };
  expectPut(pair, file, await real(() => service.putFile(caller, input, call())));
}

/** Each of them ends as it would alone, one after the other. */
async function putGroup(pair: DrivePair, step: Extract<UsageStep, { do: 'putGroup' }>): Promise<void> {
  const { service, caller, model, pick, call } = pair;
  const files = step.files.map((file) => ({ ...file, to: pick(file.to) }));
  const inputs = files.map(({ to, name, sizeBytes, conflict }) => {
    const input = { parentId: to, name, modifiedMs: null, key: newWireId(), bytes: pair.bytesFor(sizeBytes) };
    return conflict === 'keep_both' ? input : { ...input, conflict };
  });
  const ends = await service.putGroup(caller, inputs, call());
  const { changes } = model;
  for (const [at, file] of files.entries())
    expectPut(pair, file, await real(async () => unwrap(ends[at] ?? fail('internal'))));
  // All of them are one change.
  model.changes = Math.min(model.changes, changes + 1);
}

async function largest({ service, caller, model, expectSame }: DrivePair, limit: number): Promise<void> {
  const files = await allPages(limit, async (pageToken) => {
    const page = await service.largest(caller, { limit, pageToken, kind: '' });
    return { rows: page.files, next: page.next_page_token };
  });
  const expected = largestOf(model);
  expect(files.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  for (const [at, node] of expected.entries()) {
    const file = files[at];
    if (file) expectSame(node, file);
  }
}

export async function runUsageStep(pair: DrivePair, step: UsageStep): Promise<void> {
  const { service, caller, model, pick, call } = pair;
  switch (step.do) {
    case 'put':
      return put(pair, step);
    case 'putGroup':
      return putGroup(pair, step);
    case 'tidy': {
      const group = { keep: pick(step.keep), ids: step.nodes.map(pick) };
      const done = await real(() => service.tidy(caller, [group], call()));
      expect(done.refusal).toBe(modelled(() => model.trash(copiesIn(model, group))).refusal);
      return;
    }
    case 'largest':
      return largest(pair, step.limit);
    case 'sent':
      // Nothing here reads a file.
      expect(await service.sentBytes(caller, 7)).toBe(0);
  }
}
