import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PickedEntry } from '#client/transfer/upload/picked.ts';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import type { FileObject } from '#shared/drive/model.ts';
import {
  activeConflicts,
  type ConflictQuestion,
  chooseAll,
  chosenForAll,
  firstChoice,
} from '../conflicts/conflict.rules.ts';
import { makeDriveState } from '../drive.state.ts';
import { thing } from '../drive-fixture.ts';
import { makeConflictActions } from './conflict.actions.ts';

const FOLDER = { id: 'F', name: 'Box' };

/** A drive whose folders hold these names; a name that ends in `/` is a folder of that id. */
function drive(folders: Record<string, readonly string[]>) {
  const state = makeDriveState();
  const asked: string[] = [];
  const taken = vi.fn(async (parentId: string, names: readonly string[]) => {
    asked.push(parentId);
    const there = folders[parentId];
    if (!there) throw new Error('no such folder');
    return names.flatMap((name) =>
      there
        .filter((one) => one === name || one === `${name}/`)
        .map((one) => ({
          name,
          file: {
            id: `there-${one}`.replace('/', ''),
            kind: one.endsWith('/') ? 'drive#folder' : 'drive#file',
            name,
            size: '3',
            hash: 'a1',
            user_modified_time: '',
            modified_time: '2026-01-01T00:00:00.000Z',
          } as FileObject,
        })),
    );
  });
  const question = async (): Promise<ConflictQuestion> => {
    await vi.waitFor(() => expect(state.dialog.value?.kind).toBe('conflict'));
    if (state.dialog.value?.kind !== 'conflict') throw new Error('nothing is asked');
    return state.dialog.value.question;
  };
  const skipped: number[] = [];
  const actions = makeConflictActions({
    state,
    taken,
    // The content of the existing file is `abc`.
    hashOf: async (file) => ((await file.text()) === 'abc' ? 'A1' : 'B2'),
    onSkipped: (count) => skipped.push(count),
  });
  return { state, taken, asked, question, skipped, actions };
}

const chosen = (choices: Record<string, ConflictChoice>) => new Map(Object.entries(choices));
const at = (path: string): PickedEntry => ({
  file: new File(['x'], path.split('/').at(-1) ?? ''),
  folders: path.split('/').slice(0, -1),
});

describe('rows on their way into a folder', () => {
  let it: ReturnType<typeof drive>;
  beforeEach(() => {
    it = drive({ F: ['A', 'B', 'D/'], X: ['A'] });
  });

  test('rows are moved at once when no name is taken', async () => {
    const rows = [thing('c')];
    expect(await it.actions.ofRows('move', rows, FOLDER)).toEqual([{ rows, conflict: 'keep_both' }]);
    expect(it.asked).toEqual(['F']);
    expect(it.state.dialog.value).toBeNull();
  });

  test('rows are moved in portions by choice, and skipped rows stay', async () => {
    const rows = ['a', 'b', 'c', 'd'].map((id) => thing(id));
    const plan = it.actions.ofRows('copy', rows, FOLDER);
    const { conflicts, folderName, answer } = await it.question();
    expect(folderName).toBe('Box');
    // A file cannot replace a folder.
    expect(conflicts.map(({ name, mayReplace, freeName }) => [name, mayReplace, freeName])).toEqual([
      ['A', true, 'A(1)'],
      ['B', true, 'B(1)'],
      ['D', false, 'D(1)'],
    ]);
    answer(chosen({ a: 'replace', b: 'skip' }));
    expect(await plan).toEqual([
      { rows: [rows[2], rows[3]], conflict: 'keep_both' },
      { rows: [rows[0]], conflict: 'replace' },
    ]);
    expect(it.state.dialog.value).toBeNull();
  });

  test('rows stay when the question is cancelled, or another folder is opened', async () => {
    const first = it.actions.ofRows('move', [thing('a')], FOLDER);
    (await it.question()).answer(null);
    expect(await first).toBeNull();
    const second = it.actions.ofRows('move', [thing('a')], FOLDER);
    await it.question();
    it.state.dialog.value = null;
    expect(await second).toBeNull();
  });

  test('both files are kept when the server cannot be asked', async () => {
    const rows = [thing('a')];
    expect(await it.actions.ofRows('move', rows, { id: 'gone', name: '' })).toEqual([{ rows, conflict: 'keep_both' }]);
  });

  test('a copy into its own folder gets a number without a question', async () => {
    const rows = [{ ...thing('there-A'), name: 'A' }];
    expect(await it.actions.ofRows('copy', rows, FOLDER)).toEqual([{ rows, conflict: 'keep_both' }]);
  });

  test('restored rows are checked folder by folder', async () => {
    const rows = [
      { ...thing('a'), parentId: 'F' },
      { ...thing('a2'), parentId: 'X', name: 'A' },
    ];
    const plan = it.actions.ofRows('restore', rows, null);
    const { conflicts, answer } = await it.question();
    expect(conflicts.map(({ parentId }) => parentId)).toEqual(['F', 'X']);
    answer(new Map());
    expect(await plan).toEqual([{ rows, conflict: 'keep_both' }]);
  });

  test('conflict questions are asked one after the other', async () => {
    const first = it.actions.ofRows('move', [thing('a')], FOLDER);
    const second = it.actions.ofRows('move', [thing('b')], FOLDER);
    const question = await it.question();
    expect(question.conflicts[0]?.name).toBe('A');
    question.answer(null);
    await first;
    await vi.waitFor(async () => expect((await it.question()).conflicts[0]?.name).toBe('B'));
    (await it.question()).answer(null);
    expect(await second).toBeNull();
  });
});

const picked = [at('trip/one'), at('trip/day/two'), at('trip/new/three'), at('free')];
const there = { F: ['trip/'], 'there-trip': ['one', 'day/'], 'there-day': ['two'] };

test('an upload merges into existing folders, level by level, and asks about each file inside', async () => {
  const it = drive(there);
  const plan = it.actions.ofPicked(picked, FOLDER);
  const { conflicts, answer } = await it.question();
  expect(conflicts.map(({ key, inside, isMerge }) => [key, inside, isMerge])).toEqual([
    ['trip', null, true],
    ['trip/one', 'trip', false],
    ['trip/day/two', 'trip', false],
  ]);
  answer(chosen({ 'trip/one': 'replace', 'trip/day/two': 'skip' }));
  expect((await plan)?.map(({ file, isMerged, conflict }) => [file?.name, isMerged, conflict])).toEqual([
    ['one', true, 'replace'],
    ['three', true, undefined],
    ['free', undefined, undefined],
  ]);
});

test('an upload into a new folder has no conflicts inside it', async () => {
  const it = drive(there);
  const plan = it.actions.ofPicked(picked, FOLDER);
  (await it.question()).answer(chosen({ trip: 'keep_both', 'trip/one': 'skip' }));
  expect(await plan).toEqual(picked);
});

test('a skipped folder is skipped with all its files', async () => {
  const it = drive(there);
  const plan = it.actions.ofPicked(picked, FOLDER);
  (await it.question()).answer(chosen({ trip: 'skip' }));
  expect((await plan)?.map(({ file }) => file?.name)).toEqual(['free']);
});

test('an upload starts unchanged when the server cannot be asked', async () => {
  expect(await drive({}).actions.ofPicked(picked, FOLDER)).toEqual(picked);
});

test('one choice for all leaves folders merged and replaces only replaceable files', async () => {
  const it = drive({ F: ['trip/', 'a', 'b/'], 'there-trip': ['one'] });
  void it.actions.ofPicked([at('trip/one'), at('a'), at('b')], FOLDER);
  const { conflicts } = await it.question();
  expect(conflicts.map(firstChoice)).toEqual(['replace', 'keep_both', 'keep_both', 'keep_both']);
  const all = chooseAll(conflicts, new Map(), 'replace');
  expect(Object.fromEntries(all)).toEqual({ a: 'replace', b: 'keep_both', 'trip/one': 'replace' });
  expect(chosenForAll(conflicts, all)).toBe('replace');
  expect(chosenForAll(conflicts, new Map(all).set('a', 'skip'))).toBeNull();
  expect(activeConflicts(conflicts, chosen({ trip: 'skip' })).map(({ key }) => key)).toEqual(['trip', 'a', 'b']);
});

const THERE_MS = Date.parse('2026-01-01T00:00:00.000Z');
const file = (name: string, content: string, lastModified: number): PickedEntry => ({
  file: new File([content], name, { lastModified }),
  folders: [],
});
const ask = async (picked: readonly PickedEntry[]) => {
  const it = drive({ F: picked.map(({ file }) => file?.name ?? '') });
  const decided = it.actions.ofPicked(picked, FOLDER);
  return { ...it, decided, question: await it.question() };
};

test('existing files are recognised by size and time, else by content, and are skipped unless the user chooses otherwise', async () => {
  const picked = [
    file('same-time.txt', 'xyz', THERE_MS + 1_000),
    file('same-content.txt', 'abc', 5),
    file('changed.txt', 'xyz', 5),
    file('longer.txt', 'abcd', THERE_MS),
  ];
  const { question, decided, skipped } = await ask(picked);
  expect(question.conflicts.map(({ name, isUnchanged }) => [name, isUnchanged])).toEqual([
    ['same-time.txt', true],
    ['same-content.txt', true],
    ['changed.txt', false],
    ['longer.txt', false],
  ]);
  question.answer(new Map());
  expect((await decided)?.map((one) => one.file?.name)).toEqual(['changed.txt', 'longer.txt']);
  expect(skipped).toEqual([2]);
});

test('500 existing files dropped again send nothing, and one sentence reports how many were skipped', async () => {
  const picked = Array.from({ length: 500 }, (_, at) => file(`f${at}.txt`, 'abc', THERE_MS));
  const { question, decided, skipped } = await ask(picked);
  expect(chosenForAll(question.conflicts, new Map())).toBe('skip');
  question.answer(new Map());
  expect(await decided).toEqual([]);
  expect(skipped).toEqual([500]);
});

test('existing files are uploaded as second files when the user keeps both', async () => {
  const picked = [file('a.txt', 'abc', THERE_MS)];
  const { question, decided, skipped } = await ask(picked);
  question.answer(chooseAll(question.conflicts, new Map(), 'keep_both'));
  expect(await decided).toHaveLength(1);
  expect(skipped).toEqual([]);
});
