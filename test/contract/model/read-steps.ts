/** Takes the steps that read folders, the trash, one node and the space, in a real drive and its model. */
import { expect } from 'vitest';
import type { FileObject } from '#shared/drive/model.ts';
import { asNodeId, type NodeId } from '#shared/ids.ts';
import type { ListQuery } from '#worker/services/drive/tree/listing-query.ts';
import { modelled, real } from './outcome.ts';
import type { DrivePair } from './pages.ts';
import { everywhereOf, listOf } from './search.ts';
import type { ReadStep } from './steps.ts';

/** Every page, each but the last full. */
async function pages(
  { service, caller }: DrivePair,
  query: Partial<ListQuery> & { parentId: NodeId; limit: number },
): Promise<FileObject[]> {
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

async function list(pair: DrivePair, step: Extract<ReadStep, { do: 'list' }>): Promise<void> {
  const { model, pick, expectSame } = pair;
  const { order, foldersFirst, only, limit: rows } = step;
  const parentId = pick(step.folder);
  const kinds = { foldersOnly: only === 'folders', filesOnly: only === 'files' };
  const files = await pages(pair, { parentId, order, foldersFirst, limit: rows, ...kinds });
  const said = new Map(files.map((file) => [file.id, file.modified_time]));
  const expected = listOf(model, parentId, step, (node) => said.get(node.id) ?? '');
  expect(files.map((file) => file.id)).toEqual(expected.map((node) => node.id));
  for (const [at, node] of expected.entries()) {
    const file = files[at];
    if (file) expectSame(node, file);
  }
}

async function listTrash(pair: DrivePair, rows: number): Promise<void> {
  const { model, expectSame } = pair;
  const files = await pages(pair, { parentId: asNodeId('*'), trashed: true, order: 'mod_desc', limit: rows });
  const roots = [...model.nodes.values()].filter((node) => node.trashed);
  expect(files.map((file) => file.id).sort()).toEqual(roots.map((node) => node.id).sort());
  const places = files.map((file) => `${file.delete_time} ${file.id}`);
  expect(places).toEqual([...places].sort().reverse());
  for (const file of files) {
    const node = model.nodes.get(file.id);
    if (node) expectSame(node, file);
  }
}

async function look(pair: DrivePair, step: Extract<ReadStep, { do: 'detail' | 'path' }>): Promise<void> {
  const { service, caller, model, pick, expectSame } = pair;
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

export async function takeRead(pair: DrivePair, step: ReadStep): Promise<void> {
  const { service, caller, model } = pair;
  switch (step.do) {
    case 'detail':
    case 'path':
      return look(pair, step);
    case 'list':
      return list(pair, step);
    case 'listTrash':
      return listTrash(pair, step.limit);
    case 'everywhere': {
      const files = await pages(pair, { parentId: asNodeId('*'), limit: step.limit });
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
      step satisfies never;
  }
}
