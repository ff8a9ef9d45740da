/// <reference types="@cloudflare/vitest-plugin/types" />
/** The place of a long upload changes after its last byte came: between the seal of the session and the transaction that makes the file. */
import { expect } from 'vitest';

import { assembleAt, openChunksAt, putChunkAt } from './in-chunks.ts';
import { type Conditions, NO_CONDITIONS } from './model.ts';
import { expectSound, interrupted, programTest as it, LONG, makeProgram, refusalOf, text } from './program-fixture.ts';
import { putAtPath } from './put-at-path.ts';

const requireDiskSpace = async () => undefined;

interface Long {
  readonly conditions?: Partial<Conditions>;
  readonly path?: readonly string[];
}

type Send = (at: ReturnType<typeof interrupted>, long: Long) => Promise<unknown>;

const put =
  (isUnsaid: boolean): Send =>
  ({ deps, caller }, { path = ['f'], conditions = {} }) =>
    putAtPath(deps, caller, {
      path,
      conditions: { ...NO_CONDITIONS, ...conditions },
      sizeBytes: isUnsaid ? null : LONG.length,
      body: new Response(LONG).body,
      modifiedMs: null,
      requireDiskSpace,
    });

const inParts: Send = async ({ deps, caller }, { path = ['f'], conditions = {} }) => {
  await openChunksAt(deps, caller, { name: 'parts', totalBytes: LONG.length });
  await putChunkAt(deps, caller, {
    folder: 'parts',
    name: '1',
    sizeBytes: LONG.length,
    body: new Response(LONG).body,
    requireDiskSpace,
  });
  const order = { path, conditions: { ...NO_CONDITIONS, ...conditions }, folder: 'parts' };
  return assembleAt(deps, caller, { ...order, totalBytes: null, modifiedMs: null, sha1: '' });
};

const WAYS: readonly (readonly [string, Send])[] = [
  ['a PUT', put(false)],
  ['a PUT of unknown length', put(true)],
  ['a file in parts', inParts],
];

for (const [what, send] of WAYS) {
  it(`${what} does not replace what another program wrote after its condition was checked`, async ({ program }) => {
    await program.put('f', text('1'));
    const { tag } = await program.entry('f');
    const at = interrupted(program, () => program.put('f', text('2')));
    expect(await refusalOf(send(at, { conditions: { ifMatch: `"${tag}"` } }))).toBe('precondition_failed');
    expect(await program.read('f')).toBe('2');
    expect(await program.list('')).toEqual(['f']);
    await expectSound(program);
  });

  it(`${what} does not replace a file that another program locked in between`, async ({ program }) => {
    await program.put('f', text('1'));
    const other = makeProgram({}, { ...program.person, caller: { ...program.person.caller, sessionId: 'other' } });
    const at = interrupted(program, () => other.lock('f'));
    expect(await refusalOf(send(at, {}))).toBe('locked');
    expect(await program.read('f')).toBe('1');
    await expectSound(program);
  });

  it(`${what} for a new file does not replace one that was made in between`, async ({ program }) => {
    const at = interrupted(program, () => program.put('f', text('2')));
    expect(await refusalOf(send(at, { conditions: { ifNoneMatch: '*' } }))).toBe('precondition_failed');
    expect(await program.read('f')).toBe('2');
    await expectSound(program);
  });

  it(`${what} lands in its folder although that was renamed in between`, async ({ program }) => {
    await program.mkcol('a');
    await send(
      interrupted(program, () => program.move('a', 'b')),
      { path: ['a', 'f'] },
    );
    expect(await program.list('b')).toEqual(['f']);
    await expectSound(program);
  });
}
