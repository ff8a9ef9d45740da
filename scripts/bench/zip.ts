/**
 * Zip files against the plain download of the same bytes in the same run: a large file, and many of 1 MB. Their memory above the
 * resting server is bounded.
 */
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { getBytes, makeFile, makeFiles } from './harness/bytes.ts';
import { type BenchPerson, callJson, signIn } from './harness/client.ts';
import { costOf, residentBytes } from './harness/processes.ts';
import { atLeast, atMost, type ScenarioReport, showSpread } from './harness/report.ts';
import { interleave } from './harness/rounds.ts';
import { type BenchServer, makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

const MIB = 2 ** 20;
const SMALL_FILES = 100;
const SMALL_BYTES = 1_000_000;
const LANES = 3;
const SETTLE_MS = 1_500;
const MIN_SHARE = 0.8;
const MAX_RSS_MIB = 64;

interface Target {
  readonly name: string;
  readonly urls: () => Promise<readonly string[]>;
}

async function zipLink(server: BenchServer, person: BenchPerson, id: string): Promise<string> {
  const address = `${server.origin}/drive/v1/files:zip`;
  return (await callJson<{ url: string }>(address, 'POST', person.token, { ids: [id] })).url;
}

/** A folder with these files, each also under its own link. */
async function makeFolder(person: BenchPerson, name: string, sizes: readonly number[]) {
  const folder = await person.makeFolder(name, '');
  const links: string[] = [];
  const files = sizes.length === 1 ? [makeFile(sizes[0] ?? 0)] : makeFiles(sizes.length, sizes[0] ?? 0);
  for (const [at, file] of files.entries()) {
    const sent = await person.send(file, `File ${at}.bin`, folder, LANES);
    await person.untilDone(sent);
    links.push(await person.contentLink(sent.id));
  }
  return { folder, links };
}

export async function benchZip(options: BenchOptions): Promise<ScenarioReport> {
  const scratch = makeScratch();
  const server = await startProduct(options.port, path.join(scratch.dir, 'product'));
  try {
    const person = await signIn(server.origin, 'carla@example.com');
    const large = await makeFolder(person, 'Large', [options.largeBytes]);
    const small = await makeFolder(
      person,
      'Small',
      Array.from({ length: SMALL_FILES }, () => SMALL_BYTES),
    );
    await delay(SETTLE_MS);
    const idle = residentBytes(server.pids) / MIB;
    const targets: Target[] = [
      { name: 'large plain', urls: async () => large.links },
      { name: 'large zip', urls: async () => [await zipLink(server, person, large.folder)] },
      { name: 'small plain', urls: async () => small.links },
      { name: 'small zip', urls: async () => [await zipLink(server, person, small.folder)] },
    ];
    const figures = await interleave(targets, options.rounds, async ({ urls }) => {
      const addresses = await urls();
      const { result, cost } = await costOf(server.pids, async () => {
        let movedBytes = 0;
        for (const url of addresses) {
          const got = await getBytes(url);
          if (got.status !== 200) throw new Error(`a download answered ${got.status}`);
          movedBytes += got.sizeBytes;
        }
        return movedBytes;
      });
      return {
        megabytesPerSecond: result / 1e6 / cost.wallSeconds,
        runtimeCpuPerGigabyte: cost.runtimeCpuSeconds / (result / 1e9),
        peakMebibytes: cost.peakRssBytes / MIB,
      };
    });
    for (const [name, one] of figures)
      process.stdout.write(
        `${name}: ${showSpread(one['megabytesPerSecond'])} MB/s, ${showSpread(one['runtimeCpuPerGigabyte'], 2)} runtime CPU-s/GB\n`,
      );
    const rate = (name: string): number => figures.get(name)?.['megabytesPerSecond']?.median ?? Number.NaN;
    const peak = (name: string): number => figures.get(name)?.['peakMebibytes']?.max ?? Number.NaN;
    return {
      figures: { idleMebibytes: idle, ...Object.fromEntries(figures) },
      checks: [
        atLeast(
          `zip of ${options.largeBytes / MIB} MiB, share of the plain file`,
          rate('large zip') / rate('large plain'),
          MIN_SHARE,
          '',
        ),
        atLeast(
          `zip of ${SMALL_FILES} x 1 MB, share of the plain files`,
          rate('small zip') / rate('small plain'),
          MIN_SHARE,
          '',
        ),
        atMost(
          'memory of a zip file above a resting server or a plain download',
          Math.max(
            peak('large zip') - Math.max(idle, peak('large plain')),
            peak('small zip') - Math.max(idle, peak('small plain')),
          ),
          MAX_RSS_MIB,
          'MiB',
        ),
        atMost(
          'peak memory of zip files above idle',
          Math.max(peak('large zip'), peak('small zip')) - idle,
          MAX_RSS_MIB,
          'MiB',
        ),
      ],
    };
  } finally {
    await server.stop();
    scratch.remove();
  }
}
