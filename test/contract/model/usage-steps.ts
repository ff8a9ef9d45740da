/** Runs the steps of small files in one call and of used space, in a real drive and its model. */
import { expect } from 'vitest';
import { newWireId } from '#worker/platform/ids.ts';
import { modelled, real } from './outcome.ts';
import { allPages, type DrivePair } from './pages.ts';
import { copiesIn, largestOf } from './search.ts';
import type { UsageStep } from './steps.ts';

async function put(pair: DrivePair, step: Extract<UsageStep, { do: 'put' }>): Promise<void> {
  const { service, caller, model, pick, call } = pair;
  const { name, sizeBytes, conflict } = step;
  const to = pick(step.to);
  const { body } = new Response(pair.bytesFor(sizeBytes));
  const input = { parentId: to, name, sizeBytes, modifiedMs: null, conflict, body };
  const said = await real(() => service.putFile(caller, input, call()));
  const fileId = said.value?.file?.id ?? '';
  // The answer may be the file whose place it took.
  const made = { id: model.nodes.has(fileId) ? newWireId() : fileId, uploadId: newWireId() };
  const expected = modelled(() => {
    const holders = model.begin(to, name, sizeBytes, made, conflict);
    if (holders.length === 0 && sizeBytes > 0) model.finish(made.uploadId);
    return holders;
  });
  expect(said.refusal).toBe(expected.refusal);
  pair.expectHolder(said.value, expected.value ?? []);
  const node = model.nodes.get(fileId);
  if (node && said.value?.file) pair.expectSame(node, said.value.file);
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
