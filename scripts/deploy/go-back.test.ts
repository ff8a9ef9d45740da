/** An installation goes back: ids by the double of Cloudflare's API, and objects that record their calls. */
import { appendFileSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { actsToRepeat } from './acts-after.ts';
import { makeCloudflare } from './cloudflare.ts';
import { type CloudflareDouble, GOOD_TOKEN, startCloudflareDouble } from './cloudflare-double.ts';
import { ACCOUNT } from './cloudflare-world.ts';
import { goBack, undoGoBack } from './go-back.ts';
import type { Installation } from './installation.ts';
import { Stop } from './stop.ts';
import { filesOfRun } from './undo-file.ts';

const NOW_MS = Date.parse('2026-11-27T12:00:00Z');
const AT_MS = NOW_MS - 3_600_000;
const id = (at: number) => at.toString(16).padStart(64, '0');

let double: CloudflareDouble;
let folder: string;
let undoFile: string;
let actsFile: string;
/** Newest first. */
let acts: object[];
/** Accounts whose sessions ended, each in the state that it had then. */
let ended: string[];
let isClosed: boolean;
/** State of each object, where it goes when it is started again, and those that refuse. */
let state: Map<string, string>;
let armed: Map<string, string>;
let refuses: Set<string>;
/** The call at which the network is gone. */
let failsAt: number;
let calls: number;

beforeEach(async () => {
  double = await startCloudflareDouble();
  folder = scratchFolder();
  [undoFile, actsFile] = [path.join(folder, 'undo.jsonl'), path.join(folder, 'acts.jsonl')];
  [acts, ended] = [[], []];
  [isClosed, failsAt, calls] = [true, Number.POSITIVE_INFINITY, 0];
  [state, armed, refuses] = [new Map(), new Map(), new Set()];
  const stored = (name: string, className: string) => ({
    type: 'durable_object_namespace',
    name,
    class_name: className,
  });
  const bindings = [
    stored('DRIVE', 'DriveObject'),
    stored('ACCOUNT', 'AccountObject'),
    { type: 'plain_text', name: 'X' },
  ];
  double.world.scripts.set('magpie', {
    versions: [{ id: 'v1', annotations: {}, bindings }],
    secrets: new Map(),
    migrationTag: '',
    crons: [],
  });
  double.world.objects.set(
    'magpie/DriveObject',
    Array.from({ length: 250 }, (_, at) => id(at)),
  );
  double.world.objects.set('magpie/AccountObject', [id(1_000)]);
  for (const ids of double.world.objects.values()) for (const each of ids) state.set(each, 'now');
});
afterEach(() => double.stop());

function arm(objectId: string, target: string) {
  if (refuses.has(objectId)) return { id: objectId, undo: '', refused: 'too young' };
  const undo = `before-${state.get(objectId)}`;
  armed.set(objectId, target);
  return { id: objectId, undo, refused: '' };
}

interface Body {
  readonly before?: number;
  readonly at?: number;
  readonly objects?: readonly (string | { id: string; bookmark: string })[];
}

function answerOf(target: string, { at, before, objects = [] }: Body): object {
  if (target.endsWith('/acts')) return { acts: acts.slice(before, (before ?? 0) + 2) };
  if (target.endsWith('/end-sessions')) {
    ended.push(...objects.map((each) => `${Number.parseInt(String(each), 16)} ${state.get(String(each))}`));
    return { objects: objects.map((each) => ({ id: each, refused: refuses.has(`end ${each}`) ? 'damaged' : '' })) };
  }
  if (target.endsWith('/restart')) {
    for (const each of objects) {
      state.set(String(each), armed.get(String(each)) ?? state.get(String(each)) ?? '');
      armed.delete(String(each));
    }
    return {};
  }
  if (objects.length > 100) throw new Error('too many at once');
  return {
    objects: objects.map((each) =>
      typeof each === 'string' ? arm(each, `at ${at}`) : arm(each.id, each.bookmark.replace('before-', '')),
    ),
  };
}

const installation = (): Installation => ({
  origin: 'https://drive.example.com',
  environment: 'production',
  names: { main: 'magpie', codec: '', namespace: '', bucket: '', billing: '', admin: '' },
  api: makeCloudflare({ baseUrl: double.baseUrl, token: GOOD_TOKEN, accountId: ACCOUNT, isDry: false }),
  async ask<T>(target: string, body: object) {
    if (!isClosed) throw new Stop('it knows no such call', '', { status: 404 });
    if (++calls === failsAt) throw new Stop('no answer', 'Look at the network.');
    return answerOf(target, body as Body) as T;
  },
});

const options = () => ({
  atMs: AT_MS,
  nowMs: NOW_MS,
  undoFile,
  actsFile,
  despiteRefusals: false,
  print: () => undefined,
});
const states = () => [...new Set(state.values())];

it('every object goes back to one moment, and the file leads each back to what it was', async () => {
  expect(await goBack(installation(), options())).toMatchObject({ count: 251 });
  expect(states()).toEqual([`at ${AT_MS}`]);
  expect(statSync(undoFile).mode & 0o777).toBe(0o600);
  expect(readFileSync(undoFile, 'utf8').split('\n')).toHaveLength(255);
  expect(await undoGoBack(installation(), undoFile)).toBe(251);
  expect(states()).toEqual(['now']);
  expect(double.world.unknown).toEqual([]);
});

it('nothing goes back while one object cannot; it is named, and the file cancels what the others were told', async () => {
  refuses.add(id(7));
  await expect(goBack(installation(), options())).rejects.toMatchObject({
    message: expect.stringContaining(`DRIVE ${id(7)}: too young`),
    remedy: expect.stringContaining('--undo'),
  });
  expect(states()).toEqual(['now']);
  await undoGoBack(installation(), undoFile);
  expect(states()).toEqual(['now']);
  expect(await goBack(installation(), { ...options(), despiteRefusals: true })).toMatchObject({ count: 250 });
  expect(state.get(id(7))).toBe('now');
});

it('cut off while objects are told, none has gone back, and a second run completes it', async () => {
  failsAt = 4;
  await expect(goBack(installation(), options())).rejects.toThrow('no answer');
  expect(states()).toEqual(['now']);
  expect(await goBack(installation(), options())).toMatchObject({ count: 251 });
  expect(states()).toEqual([`at ${AT_MS}`]);
});

/** The `at`th call to go back does its work, and its answer is lost. */
function losingAnswer(at: number): Installation {
  const whole = installation();
  let told = 0;
  return {
    ...whole,
    async ask<T>(target: string, body: object) {
      const answer = await whole.ask<T>(target, body);
      if (target.endsWith('/go-back') && ++told === at) throw new Stop('no answer', 'Look at the network.');
      return answer;
    },
  };
}
const leads = { message: expect.stringContaining('cut off'), remedy: expect.stringContaining('--at') };

it('cut off while objects are told, it is not undone before every object is in the file', async () => {
  await expect(goBack(losingAnswer(2), options())).rejects.toThrow('no answer');
  expect(armed.size).toBe(200);
  await expect(undoGoBack(installation(), undoFile)).rejects.toMatchObject(leads);
  // The line that would allow it was cut off too.
  appendFileSync(undoFile, '{"told":tr');
  await expect(undoGoBack(installation(), undoFile)).rejects.toMatchObject(leads);
  refuses.add(id(240));
  await expect(goBack(installation(), options())).rejects.toThrow('cannot go back');
  expect(await undoGoBack(installation(), undoFile)).toBe(250);
  expect([states(), armed.size]).toEqual([['now'], 0]);
});

it('an object that refused at first may be told by a later run: cut off, that run is ended too before it is undone', async () => {
  refuses.add(id(7));
  await expect(goBack(installation(), options())).rejects.toThrow('cannot go back');
  refuses.clear();
  await expect(goBack(losingAnswer(1), options())).rejects.toThrow('no answer');
  await expect(undoGoBack(installation(), undoFile)).rejects.toMatchObject(leads);
  expect(await goBack(installation(), options())).toMatchObject({ count: 251 });
  appendFileSync(undoFile, '{"binding":"DRI');
  for (const _ of [1, 2]) expect(await undoGoBack(installation(), undoFile)).toBe(251);
  expect(states()).toEqual(['now']);
});

it('cut off while objects are started again, the same command goes on with the file, which leads to the state before', async () => {
  const filesOf = () => filesOfRun(folder, 'production', AT_MS);
  const first = filesOf();
  acts = [{ seq: 1, atMs: NOW_MS - 1, by: { id: 'o', name: 'Olga', via: 'page' }, act: 'person_blocked', note: '' }];
  const whole = installation();
  let restarts = 0;
  const cut: Installation = {
    ...whole,
    async ask<T>(target: string, body: object) {
      if (target.endsWith('/restart') && ++restarts === 2) throw new Stop('no answer', 'Look at the network.');
      return whole.ask<T>(target, body);
    },
  };
  await expect(goBack(cut, { ...options(), ...first })).rejects.toThrow('no answer');
  expect(states()).toEqual([`at ${AT_MS}`, 'now']);
  appendFileSync(first.undoFile, '{"binding":"DRI');
  acts = [];
  expect(filesOf()).toEqual(first);
  const { count, acts: found } = await goBack(installation(), { ...options(), ...filesOf() });
  expect([count, found.map(({ seq }) => seq)]).toEqual([251, [1]]);
  expect(states()).toEqual([`at ${AT_MS}`]);
  expect(filesOf()).not.toEqual(first);
  appendFileSync(first.undoFile, '{"binding":"DRI');
  expect(await undoGoBack(installation(), first.undoFile)).toBe(251);
  expect(states()).toEqual(['now']);
  await expect(undoGoBack(installation(), path.join(folder, 'none.jsonl'))).rejects.toMatchObject({
    message: expect.stringContaining('none.jsonl is not there'),
  });
});

it('every account that went back has its sessions ended, after it did; one where this fails is named', async () => {
  await goBack(installation(), options());
  expect(ended).toEqual([`1000 at ${AT_MS}`]);
  refuses.add(`end ${id(1_000)}`);
  await expect(goBack(installation(), options())).rejects.toMatchObject({
    message: expect.stringContaining(`${id(1_000)}: damaged`),
    remedy: expect.stringContaining('before you open'),
  });
});

it('acts of operators after the moment are in a file before anything changes; those on access are named', async () => {
  const by = { id: 'o', name: 'Olga', via: 'page' };
  const act = (seq: number, kind: string, atMs: number) => ({
    seq,
    atMs,
    by,
    act: kind,
    name: 'people',
    note: `V\u001b${seq}`,
  });
  // Of the double, an act's place is its number.
  acts = [
    act(1, 'person_blocked', NOW_MS - 1),
    act(2, 'message_done', NOW_MS - 2),
    act(3, 'operator_removed', NOW_MS - 3),
    act(4, 'person_blocked', AT_MS),
  ];
  failsAt = 4;
  await expect(goBack(installation(), options())).rejects.toThrow('no answer');
  const saved = readFileSync(actsFile, 'utf8').trim().split('\n');
  expect(saved.map((line) => JSON.parse(line).seq)).toEqual([3, 2, 1]);
  expect(statSync(actsFile).mode & 0o777).toBe(0o600);
  failsAt = Number.POSITIVE_INFINITY;
  const { acts: found } = await goBack(installation(), options());
  expect(actsToRepeat(found)).toEqual([
    `${new Date(NOW_MS - 3).toISOString()} operator_removed "V\\u001b3"`,
    `${new Date(NOW_MS - 1).toISOString()} person_blocked "V\\u001b1"`,
  ]);
});

it('an open installation and a moment that is not in the last 30 days are refused', async () => {
  for (const atMs of [NOW_MS + 1, NOW_MS - 31 * 86_400_000, Number.NaN])
    await expect(goBack(installation(), { ...options(), atMs })).rejects.toThrow(/last 30 days/);
  isClosed = false;
  await expect(goBack(installation(), options())).rejects.toMatchObject({
    message: expect.stringContaining('not closed'),
    remedy: expect.stringContaining('--close'),
  });
  expect(armed.size).toBe(0);
});
