/// <reference types="@cloudflare/vitest-plugin/types" />
/** Space that is promised to a file in parts of unknown size. */
import { expect, it } from 'vitest';
import { unwrap } from '#shared/errors.ts';
import { callerData } from '#worker/platform/session-guard.ts';
import { driveOf } from '../deps.ts';
import { storeLimitsOf } from '../upload/session-order.ts';
import { openChunksAt, putChunkAt } from './in-chunks.ts';
import type { programsPart } from './part.ts';
import { makeProgram } from './program-fixture.ts';

it('a part that is announced shorter and never comes gives no space back', async () => {
  const { person, sql } = makeProgram();
  const { deps, caller } = person;
  const reserved = async () => (await sql<{ reserved_bytes: number }>('SELECT reserved_bytes FROM space'))[0];
  const send = (name: string, bytes: number) =>
    putChunkAt(deps, caller, {
      folder: 'f',
      name,
      sizeBytes: bytes,
      body: new Response(new Uint8Array(bytes)).body,
      requireDiskSpace: async () => undefined,
    });
  await openChunksAt(deps, caller, { name: 'f', totalBytes: null });
  await send('1', 800);
  expect(await reserved()).toEqual({ reserved_bytes: 800 });
  const order = {
    folder: 'f',
    name: '1',
    sizeBytes: 1,
    free: (await deps.plans()).free,
    store: storeLimitsOf(deps.limits),
    fileBytes: 1_000_000,
  };
  unwrap(await driveOf<typeof programsPart>(deps, caller.userId).placeChunk(callerData(caller), order));
  expect(await reserved()).toEqual({ reserved_bytes: 800 });
  await send('2', 200);
  expect(await reserved()).toEqual({ reserved_bytes: 1_000 });
  await send('1', 300);
  await send('2', 200);
  expect(await reserved()).toEqual({ reserved_bytes: 500 });
});
