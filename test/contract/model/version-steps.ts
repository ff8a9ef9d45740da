/** Takes the steps of taken names and of what files held before, in a real drive and its model. */
import { expect } from 'vitest';
import type { FileVersion } from '#shared/drive/versions.contract.ts';
import type { NodeId } from '#shared/ids.ts';
import { modelled, real } from './outcome.ts';
import { allPages, type DrivePair } from './pages.ts';
import { conflictsOf } from './search.ts';
import type { FindingStep } from './steps.ts';

export type VersionStep = Extract<FindingStep, { do: 'versions' | 'restoreVersion' | 'deleteVersion' | 'conflicts' }>;

function readVersions({ service, caller }: DrivePair, id: NodeId, limit: number): Promise<FileVersion[]> {
  return allPages(limit, async (pageToken) => {
    const page = await service.versions(caller, id, { limit, pageToken });
    return { rows: page.versions, next: page.next_page_token };
  });
}

async function versions(pair: DrivePair, id: NodeId, limit: number): Promise<void> {
  const said = await real(() => readVersions(pair, id, limit));
  const expected = modelled(() => pair.model.requireAll([id], 'refuse')[0]?.versions ?? []);
  expect(said.refusal).toBe(expected.refusal);
  expect(said.value?.map(({ size }) => size)).toEqual(expected.value?.map(({ sizeBytes }) => String(sizeBytes)));
  const times = (said.value ?? []).map((version) => version.replaced_time);
  expect(times).toEqual(times.toSorted().reverse());
}

/** The model identifies versions by their position only. */
async function idAt(pair: DrivePair, id: NodeId, at: number): Promise<string> {
  const { value = [] } = await real(() => readVersions(pair, id, 50));
  return value[at]?.id ?? 'V'.padEnd(26, 'x');
}

async function conflicts(pair: DrivePair, parentId: NodeId, names: readonly string[]): Promise<void> {
  const { service, caller, model } = pair;
  const said = await real(() => service.conflicts(caller, { parentId, names }));
  const expected = modelled(() => conflictsOf(model, parentId, names));
  expect(said.refusal).toBe(expected.refusal);
  const found = said.value?.conflicts ?? [];
  const key = (name: string, isFile: boolean) => `${name} ${isFile ? 'file' : 'folder'}`;
  const meant = new Map((expected.value ?? []).map(({ name, isFile, ids }) => [key(name, isFile), ids]));
  expect(found.map(({ name, file }) => key(name, file.kind === 'drive#file')).toSorted()).toEqual(
    [...meant.keys()].toSorted(),
  );
  for (const { name, file } of found) expect(meant.get(key(name, file.kind === 'drive#file'))).toContain(file.id);
}

export async function takeVersion(pair: DrivePair, step: VersionStep): Promise<void> {
  const { service, caller, model, pick, expectSame, call } = pair;
  switch (step.do) {
    case 'conflicts':
      return conflicts(pair, pick(step.folder), step.names);
    case 'versions':
      return versions(pair, pick(step.node), step.limit);
    case 'restoreVersion': {
      const id = pick(step.node);
      const versionId = await idAt(pair, id, step.at);
      const restored = await real(() => service.restoreVersion(caller, id, versionId, call()));
      const expected = modelled(() => model.restoreVersion(id, step.at));
      expect(restored.refusal).toBe(expected.refusal);
      if (expected.value && restored.value) expectSame(expected.value, restored.value);
      return;
    }
    case 'deleteVersion': {
      const id = pick(step.node);
      const versionId = await idAt(pair, id, step.at);
      const deleted = await real(() => service.deleteVersion(caller, id, versionId));
      expect(deleted.refusal).toBe(modelled(() => model.deleteVersion(id, step.at)).refusal);
    }
  }
}
