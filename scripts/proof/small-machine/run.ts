/** The proof `small-machine`: the image of the release in dist/release, with 512 MB of memory and no swap. */
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { auditFolder } from '#scripts/audit/audit.ts';
import { ROOT } from '#scripts/build/ensure.ts';
import { download, signIn } from '#scripts/crash-test/calls.ts';
import { MIB } from '#shared/units.ts';
import { inLanes } from '#test/flow/lanes.ts';
import { sha256 } from '#test/flow/wire-client.ts';
import type { ProofOutcome, ProofSettings } from '../proof-run.ts';
import { startImage, unpackImage } from './image-root.ts';
import { limitMemory } from './memory-limit.ts';
import { mixedUploads } from './uploads.ts';

const LIMIT_BYTES = 512 * MIB;
const LANES = 5;
const LOOK_MS = 100;
const START_MS = 180_000;
const IMAGES_MS = 180_000;
const PERSON = 'alice@example.com';

function imageFile(): string {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  const file = path.join(ROOT, `dist/release/magpie-${version}/magpie-${version}-linux-${architecture}.oci.tar`);
  if (!existsSync(file)) throw new Error(`${file} is missing: npm run release`);
  return file;
}

async function until(isSo: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  for (const untilMs = performance.now() + limitMs; performance.now() < untilMs; await delay(LOOK_MS))
    if (await isSo()) return true;
  return false;
}

/** Sends everything, reads it back, and has the images made. */
async function use(origin: string, failures: string[]): Promise<{ uploads: number; images: number }> {
  const person = await signIn(origin, PERSON);
  const uploads = mixedUploads();
  const ids = await inLanes(uploads, LANES, ({ name, bytes }) => person.wire.upload(person, { name, bytes }));
  await inLanes(uploads, LANES, async ({ name, bytes }, at) => {
    if (sha256(await download(person, ids[at] ?? '')) !== sha256(bytes))
      failures.push(`${name} came back as other bytes`);
  });
  let images = 0;
  const pictures = uploads
    .map(({ name, isPicture }, at) => ({ name, isPicture, id: ids[at] ?? '' }))
    .filter(({ isPicture }) => isPicture);
  await inLanes(pictures, LANES, async ({ name, id }) => {
    const isMade = async (): Promise<boolean> => {
      const { thumbnail_link: link = '' } = (await person.get(`/drive/v1/files/${id}`)).body;
      if (link === '') return false;
      const answer = await person.wire.download(link);
      return answer.status === 200 && (answer.headers.get('content-type') ?? '').startsWith('image/');
    };
    if (await until(isMade, IMAGES_MS)) images += 1;
    else failures.push(`${name} has no small image`);
  });
  return { uploads: uploads.length, images };
}

export async function runSmallMachine({ port, dataDir, print }: ProofSettings): Promise<ProofOutcome> {
  const failures: string[] = [];
  const image = unpackImage(imageFile(), dataDir);
  const [data, backups] = ['data', 'backups'].map((name) => path.join(dataDir, name)) as [string, string];
  for (const place of [data, backups]) mkdirSync(place);
  const limit = limitMemory(LIMIT_BYTES);
  const env = { HOST: '127.0.0.1', PORT: String(port), MAGPIE_SAMPLES: '0' };
  const child = startImage(image, { env, volumes: { '/data': data, '/backups': backups }, joinFile: limit.joinFile });
  const ended = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  let peakBytes = 0;
  const watch = setInterval(() => {
    peakBytes = Math.max(peakBytes, limit.usedBytes());
  }, LOOK_MS);
  let done = { uploads: 0, images: 0 };
  let idleBytes = 0;
  try {
    const isReady = await until(() => said.includes('Magpie is ready at ') || child.exitCode !== null, START_MS);
    if (!isReady || child.exitCode !== null) throw new Error(`the image did not start:\n${said.slice(-2_000)}`);
    idleBytes = limit.usedBytes();
    done = await use(`http://localhost:${port}`, failures);
  } finally {
    clearInterval(watch);
    child.kill('SIGTERM');
    await Promise.race([ended, delay(30_000)]);
    child.kill('SIGKILL');
    await ended;
  }
  const kills = limit.kills();
  if (kills > 0) failures.push(`the kernel ended ${kills} processes for want of memory`);
  if (/restart|ended unexpectedly/.test(said)) print(said.slice(-2_000));
  await delay(500);
  limit.remove();
  const { findings } = await auditFolder(data, Date.now);
  for (const { invariant, where, says } of findings) failures.push(`${invariant} in ${where}: ${says}`);
  const mib = (bytes: number): number => Math.round(bytes / MIB);
  return {
    numbers: { ...done, kills, idleMib: mib(idleBytes), peakMib: mib(peakBytes), limitMib: mib(LIMIT_BYTES) },
    failures,
  };
}
