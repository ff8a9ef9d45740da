/** A fetch by link against an upload of as many bytes in the same run, both until the file is hashed. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFile } from './harness/bytes.ts';
import { callJson, signIn } from './harness/client.ts';
import { costOf } from './harness/processes.ts';
import { atLeast, type ScenarioReport, showSpread } from './harness/report.ts';
import { interleave } from './harness/rounds.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

const LANES = 3;
const MIN_SHARE = 0.7;
/** How often the task of a fetch is read; an upload's is read as often. */
const POLL_MS = 50;

interface Task {
  readonly id: string;
  readonly phase: string;
  readonly message: string;
}

/** A server of others with a new file for each address. */
function makeOrigin(sizeBytes: number): http.Server {
  return http.createServer((request, response) => {
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const range = `bytes ${start}-${sizeBytes - 1}/${sizeBytes}`;
    response.writeHead(206, { 'content-range': range, 'content-length': sizeBytes - start });
    Readable.from(makeFile(sizeBytes).read(start, sizeBytes)).pipe(response);
  });
}

export async function benchFetch(options: BenchOptions): Promise<ScenarioReport> {
  const { largeBytes, rounds } = options;
  const scratch = makeScratch();
  const origin = makeOrigin(largeBytes).listen(0, '127.0.0.1');
  await once(origin, 'listening');
  const address = `127.0.0.1:${(origin.address() as AddressInfo).port}`;
  const server = await startProduct(options.port, path.join(scratch.dir, 'product'), {
    MAGPIE_OUTBOUND_ALLOW: address,
  });
  try {
    const person = await signIn(server.origin, 'carla@example.com');
    let count = 0;
    const call = <T>(method: string, to: string, body?: object) =>
      callJson<T>(`${server.origin}${to}`, method, person.token, body);
    async function fetchOne(): Promise<void> {
      count += 1;
      const body = {
        kind: 'drive#file',
        upload_type: 'UPLOAD_TYPE_URL',
        url: { url: `http://${address}/${count}.bin` },
      };
      let { task } = await call<{ task: Task }>('POST', '/drive/v1/files', body);
      while (task.phase !== 'PHASE_TYPE_COMPLETE') {
        if (task.phase === 'PHASE_TYPE_ERROR') throw new Error(`the fetch ended: ${task.message}`);
        await delay(POLL_MS);
        task = await call<Task>('GET', `/drive/v1/tasks/${task.id}`);
      }
    }
    async function uploadOne(): Promise<void> {
      count += 1;
      await person.untilDone(await person.send(makeFile(largeBytes), `${count}.bin`, '', LANES));
    }
    const targets = [
      { name: 'upload', run: uploadOne },
      { name: 'fetch', run: fetchOne },
    ];
    const figures = await interleave(targets, rounds, async ({ run }) => {
      const { cost } = await costOf(server.pids, run);
      return {
        megabytesPerSecond: largeBytes / 1e6 / cost.wallSeconds,
        runtimeCpuPerGigabyte: cost.runtimeCpuSeconds / (largeBytes / 1e9),
        peakMebibytes: cost.peakRssBytes / 2 ** 20,
      };
    });
    for (const [name, one] of figures)
      process.stdout.write(
        `${name}: ${showSpread(one['megabytesPerSecond'])} MB/s, ${showSpread(one['runtimeCpuPerGigabyte'], 2)} runtime CPU-s/GB, ${one['peakMebibytes']?.max.toFixed(0)} MiB at most\n`,
      );
    const rate = (name: string): number => figures.get(name)?.['megabytesPerSecond']?.median ?? Number.NaN;
    return {
      figures: Object.fromEntries(figures),
      checks: [
        atLeast(
          `fetch of ${largeBytes / 2 ** 20} MiB, share of the upload`,
          rate('fetch') / rate('upload'),
          MIN_SHARE,
          '',
        ),
      ],
    };
  } finally {
    await server.stop();
    origin.closeAllConnections();
    origin.close();
    scratch.remove();
  }
}
