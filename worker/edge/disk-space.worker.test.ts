import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import { type DiskState, makeDiskSpace } from '#worker/platform/disk-space.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { diskSpace } from './disk-space.ts';

const MIB = 1024 * 1024;

function makeApp(states: readonly DiskState[]) {
  let asked = 0;
  const machine = { fetch: async () => Response.json(states[asked++]) } as unknown as Fetcher;
  const app = new Hono<AppEnv>();
  app.use(diskSpace(makeDiskSpace({ MACHINE: machine })));
  app.get('/add', async (c) => {
    await c.get('requireDiskSpace')(1);
    return c.text('added');
  });
  app.get('/full', (): Response => {
    throw new AppError('storage_full');
  });
  app.onError((error, c) => c.text(error.message, 507));
  return { status: async (path: string) => (await app.request(path)).status, asked: () => asked };
}

const ample: DiskState = { level: 'ample', freeBytes: 100 * MIB, watermarkBytes: 64 * MIB };
const critical: DiskState = { level: 'critical', freeBytes: 10 * MIB, watermarkBytes: 64 * MIB };

it('a write that failed for lack of space makes the next addition ask the machine anew', async () => {
  const app = makeApp([ample, critical]);
  expect(await app.status('/add')).toBe(200);
  expect(await app.status('/full')).toBe(507);
  expect(await app.status('/add')).toBe(507);
  expect(app.asked()).toBe(2);
});
