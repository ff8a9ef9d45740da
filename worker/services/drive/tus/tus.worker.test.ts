/// <reference types="@cloudflare/vitest-plugin/types" />
import { expect, it } from 'vitest';
import { expectSound, interrupted, LONG, makeProgram, text } from '../programs/program-fixture.ts';
import { tusAppend, tusBegin } from './tus.ts';

it('an upload by tus keeps its bytes beside a file that another program locked in between', async () => {
  const program = makeProgram();
  await program.put('f', text('1'));
  const other = makeProgram({}, { ...program.person, caller: { ...program.person.caller, sessionId: 'other' } });
  const { deps, caller } = interrupted(program, () => other.lock('f'));
  const { ticket } = await tusBegin(deps, caller, { folder: [], name: 'f', sizeBytes: LONG.length, metadata: '' });
  const lengthBytes = LONG.length;
  const piece = {
    ticket,
    offsetBytes: 0,
    lengthBytes,
    body: new Response(LONG).body,
    claim: null,
    requireDiskSpace: async () => undefined,
  };
  expect((await tusAppend(deps, caller, piece)).state.phase).toBe('done');
  expect(await program.list('')).toEqual(['f', 'f(1)']);
  expect(await program.read('f')).toBe('1');
  await expectSound(program);
});
