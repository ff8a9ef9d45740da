/** The rebuild of the list of people on Cloudflare: ids by the double of its API, and an application that notes what it is asked. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeCloudflare } from '#scripts/deploy/cloudflare.ts';
import { type CloudflareDouble, GOOD_TOKEN, startCloudflareDouble } from '#scripts/deploy/cloudflare-double.ts';
import { ACCOUNT } from '#scripts/deploy/cloudflare-world.ts';
import type { Installation } from '#scripts/deploy/installation.ts';
import { Stop } from '#scripts/deploy/stop.ts';
import { rebuildFromObjects } from './people-cloudflare.ts';

const IDS = Array.from({ length: 2_345 }, (_, at) => at.toString(16).padStart(64, '0'));

let double: CloudflareDouble;
let asked: [target: string, body: Record<string, unknown>][];
let batches: number;
/** The batch at which the application stops answering. */
let failsAt: number;

beforeEach(async () => {
  double = await startCloudflareDouble();
  double.world.objects.set('magpie/DriveObject', ['f'.repeat(64)]);
  double.world.objects.set('magpie/AccountObject', IDS);
  double.world.objects.set('magpie-staging/AccountObject', ['e'.repeat(64)]);
  [asked, batches, failsAt] = [[], 0, Number.POSITIVE_INFINITY];
});
afterEach(() => double.stop());

function installation(): Installation {
  const main = 'magpie';
  const name = (part: string) => `${main}-${part}`;
  return {
    origin: 'https://drive.example.com',
    environment: 'production',
    names: { main, codec: '', namespace: '', bucket: name('blobs'), billing: '', admin: '' },
    api: makeCloudflare({ baseUrl: double.baseUrl, token: GOOD_TOKEN, accountId: ACCOUNT, isDry: false }),
    async ask<T>(target: string, body: object) {
      asked.push([target, body as Record<string, unknown>]);
      const { objects = [] } = body as { objects?: string[] };
      if (objects.length > 0 && ++batches === failsAt) throw new Stop('it answered 503', 'Look at the log.');
      return { started: 77, found: objects.length, removed: 3 } as T;
    },
  };
}

const sent = () => asked.flatMap(([, { objects }]) => (objects as string[] | undefined) ?? []);

it('asks every account of the installation once, in bounded parts, and ends with the moment of its beginning', async () => {
  expect(await rebuildFromObjects(installation(), '')).toEqual({ found: IDS.length, removed: 3 });
  expect(sent()).toEqual(IDS);
  expect(Math.max(...asked.map(([, { objects }]) => ((objects as string[]) ?? []).length))).toBe(200);
  expect(asked[0]?.[0]).toBe('/_internal/people/rebuild-begin');
  expect(asked.at(-1)).toEqual(['/_internal/people/rebuild-end', { started: 77 }]);
  expect(double.world.unknown).toEqual([]);
});

it('cut off, it removes nothing and says where to go on; going on completes it', async () => {
  failsAt = 7;
  const stop = await rebuildFromObjects(installation(), '').catch((error: unknown) => error as Stop);
  expect(stop).toMatchObject({ message: 'it answered 503' });
  const [, resume = ''] = /--resume (\S+)$/.exec((stop as Stop).remedy) ?? [];
  expect(resume).toBe('77.1000');
  expect(asked.map(([target]) => target)).not.toContain('/_internal/people/rebuild-end');
  await rebuildFromObjects(installation(), resume);
  expect(new Set(sent())).toEqual(new Set(IDS));
  expect(asked.at(-1)).toEqual(['/_internal/people/rebuild-end', { started: 77 }]);
});

it('an installation without accounts, or without its objects, loses nothing', async () => {
  double.world.objects.set('magpie/AccountObject', []);
  await expect(rebuildFromObjects(installation(), '')).rejects.toThrow(/no account was found/);
  double.world.objects.delete('magpie/AccountObject');
  await expect(rebuildFromObjects(installation(), '')).rejects.toThrow(/no objects of magpie/);
  await expect(rebuildFromObjects(installation(), 'elsewhere')).rejects.toThrow(/--resume/);
  double.world.forbidden.push('/durable_objects');
  await expect(rebuildFromObjects(installation(), '')).rejects.toThrow(/403/);
  expect(asked.map(([target]) => target)).not.toContain('/_internal/people/rebuild-end');
});
