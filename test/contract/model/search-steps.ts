/** Takes the steps of finding, marking and what happened lately in a real drive and its model; pair.ts the others. */
import { expect } from 'vitest';
import type { EventObject } from '#shared/drive/history.contract.ts';
import type { EventType } from '#shared/drive/model.ts';
import { asNodeId } from '#shared/ids.ts';
import { modelled, real } from './outcome.ts';
import { allPages, type DrivePair } from './pages.ts';
import { duplicatesOf, kindsOf, openUploadsOf, recentOf, searchOf, sizeOf, starredOf } from './search.ts';
import type { FindingStep } from './steps.ts';
import { runUsageStep } from './usage-steps.ts';
import { takeVersion } from './version-steps.ts';

const ALL_TYPES: readonly EventType[] = ['TYPE_CREATE', 'TYPE_UPLOAD', 'TYPE_VIEW', 'TYPE_PLAY', 'TYPE_DOWNLOAD'];

function readEvents(pair: DrivePair, types: readonly EventType[], limit: number): Promise<EventObject[]> {
  return allPages(limit, async (pageToken) => {
    const page = await pair.service.events(pair.caller, { types, limit, pageToken });
    return { rows: page.events, next: page.next_page_token };
  });
}

async function search(pair: DrivePair, text: string, limit: number): Promise<void> {
  const found = await allPages(limit, async (pageToken) => {
    const page = await pair.service.search(pair.caller, { text, kinds: [], limit, pageToken, timeZone: 'UTC' });
    const exact = page.files.slice(0, page.files.length - page.near_count);
    return { rows: exact.map((file) => file.id), next: page.next_page_token };
  });
  expect(found.toSorted()).toEqual(searchOf(pair.model, text).map((node) => node.id));
}

async function recent(pair: DrivePair, types: readonly EventType[], limit: number): Promise<void> {
  const { model } = pair;
  const events = await readEvents(pair, types, limit);
  const expected = recentOf(model, types);
  const said = events.map(({ type, file_id, file_name, folder_id, params }) => [
    `${type} ${file_id}`,
    file_name,
    folder_id,
    params,
  ]);
  const meant = expected.map(({ type, nodeId, params }) => [
    `${type} ${nodeId}`,
    model.nodes.get(nodeId)?.name,
    model.nodes.get(nodeId)?.parentId,
    params,
  ]);
  expect(new Map(said.map((row) => [row[0], row]))).toEqual(new Map(meant.map((row) => [row[0], row])));
  expect(said.length).toBe(meant.length);
  const places = events.map((event) => `${event.updated_time} ${event.id}`);
  expect(places).toEqual(places.toSorted().reverse());
  // Events of one millisecond have no order in the model.
  const ats = new Map(expected.map((event) => [`${event.type} ${event.nodeId}`, event.at]));
  for (const [at, event] of events.entries()) {
    const next = events[at + 1];
    if (!next || next.updated_time === event.updated_time) continue;
    expect(ats.get(`${event.type} ${event.file_id}`)).toBeGreaterThan(ats.get(`${next.type} ${next.file_id}`) ?? 0);
  }
}

async function forgetEvents({ service, caller, model, ...rest }: DrivePair, at: readonly number[]): Promise<void> {
  const events = await readEvents({ service, caller, model, ...rest }, ALL_TYPES, 50);
  const chosen = at.flatMap((place) => events[place % Math.max(1, events.length)] ?? []);
  await service.deleteEvents(caller, [...chosen.map(({ id }) => id), 'not-an-event']);
  model.events.forget((event) => chosen.some(({ type, file_id }) => type === event.type && file_id === event.nodeId));
  model.changes += 1;
}

async function duplicates({ service, caller, model }: DrivePair, limit: number): Promise<void> {
  const groups = await allPages(limit, async (pageToken) => {
    const page = await service.duplicates(caller, { limit, pageToken });
    return { rows: page.groups, next: page.next_page_token };
  });
  const said = groups.map(({ size, files }) => ({ size, ids: files.map(({ id }) => id).toSorted() }));
  expect(said).toEqual(duplicatesOf(model));
}

async function openUploads({ service, caller, model, collect }: DrivePair, limit: number): Promise<void> {
  const uploads = await allPages(limit, async (pageToken) => {
    const page = await service.uploads(caller, { limit, pageToken });
    return { rows: page.uploads, next: page.next_page_token };
  });
  const places = uploads.map((upload) => `${upload.created_time} ${upload.id}`);
  expect(places).toEqual(places.toSorted().reverse());
  const said = uploads.map((upload) => [
    upload.id,
    upload.file_id,
    upload.parent_id,
    upload.name,
    upload.size,
    upload.parts_stored,
  ]);
  const meant = openUploadsOf(model, collect.coming).map(({ id, node }) => [
    id,
    node.id,
    // The list holds the future folder of a file; for a trashed root nothing is promised.
    node.trashed ? uploads.find((upload) => upload.id === id)?.parent_id : node.parentId,
    node.name,
    String(node.sizeBytes),
    0,
  ]);
  expect(said.length).toBe(meant.length);
  expect(new Map(said.map((row) => [row[0], row]))).toEqual(new Map(meant.map((row) => [row[0], row])));
}

async function starred({ service, caller, model, expectSame }: DrivePair, limit: number): Promise<void> {
  const files = await allPages(limit, async (pageToken) => {
    const page = await service.list(caller, {
      parentId: asNodeId('*'),
      order: 'name_asc',
      foldersFirst: true,
      trashed: false,
      starred: true,
      limit,
      pageToken,
    });
    return { rows: page.files, next: page.next_page_token };
  });
  expect(files.map(({ id }) => id)).toEqual(starredOf(model));
  for (const file of files) {
    const node = model.nodes.get(file.id);
    if (node) expectSame(node, file);
  }
}

export async function takeFinding(pair: DrivePair, step: FindingStep): Promise<void> {
  const { service, caller, model, pick } = pair;
  switch (step.do) {
    case 'search':
      return search(pair, step.text, step.limit);
    case 'star': {
      const ids = step.nodes.map(pick);
      const done = await real(() => service.star(caller, ids, step.starred));
      expect(done.refusal).toBe(modelled(() => model.star(ids, step.starred)).refusal);
      return;
    }
    case 'note': {
      const [nodeId, params] = [pick(step.node), { play_seconds: step.seconds }];
      const noted = await real(() => service.addEvent(caller, { type: step.type, nodeId, params }));
      const expected = modelled(() => {
        model.requireAll([nodeId], 'refuse');
        model.events.note(step.type, nodeId, params);
      });
      expect(noted.refusal).toBe(expected.refusal);
      return;
    }
    case 'forgetEvents':
      return forgetEvents(pair, step.at);
    case 'clearEvents':
      await service.clearEvents(caller, step.types);
      model.events.forget(({ type }) => step.types.length === 0 || step.types.includes(type));
      model.changes += 1;
      return;
    case 'recent':
      return recent(pair, step.types, step.limit);
    case 'size': {
      const id = pick(step.node);
      const said = await real(() => service.size(caller, id));
      const expected = modelled(() => sizeOf(model, id));
      expect(said.refusal).toBe(expected.refusal);
      if (said.value) expect({ ...said.value, path: said.value.path.map((crumb) => crumb.id) }).toEqual(expected.value);
      return;
    }
    case 'duplicates':
      return duplicates(pair, step.limit);
    case 'openUploads':
      return openUploads(pair, step.limit);
    case 'starred':
      return starred(pair, step.limit);
    case 'kinds':
      expect((await service.kinds(caller)).kinds).toEqual(kindsOf(model));
      return;
    case 'follow':
      if (step.folds) await pair.foldTags();
      return pair.follow(step.limit);
    case 'versions':
    case 'restoreVersion':
    case 'deleteVersion':
    case 'conflicts':
      return takeVersion(pair, step);
    case 'put':
    case 'putGroup':
    case 'tidy':
    case 'largest':
    case 'sent':
      return runUsageStep(pair, step);
    case 'revision':
      expect(await service.live(caller)).toEqual({ revision: String(model.changes) });
  }
}
