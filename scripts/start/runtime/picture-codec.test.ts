import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, it } from 'vitest';
import { isAlive, markOf, type ProcessMark } from '#scripts/start/process/processes.ts';
import { badPictures, pngOf } from '#test/seed/pictures.ts';

import { type CodecAnswer, MAX_PICTURE_BYTES, readAnswer } from '#worker/platform/pictures/codec.ts';
import { makePictureCodecService } from './picture-codec.ts';

/** Holds the first thread for a minute, once another one watches the server, and prints its process id before. */
const BUSY = `data:text/javascript,import { writeSync } from 'node:fs';
process.once('worker', (watching) => watching.once('online', () => {
  writeSync(1, String(process.pid));
  const end = Date.now() + 60000; while (Date.now() < end);
}));`;
/** The process stops answering as in a long decode: its thread sees no message any more. */
const SERVER = `
import { fork } from 'node:child_process';
fork('./picture-codec-process.ts', { serialization: 'advanced', env: {}, execArgv: ['--import', ${JSON.stringify(BUSY)}] });
setInterval(() => undefined, 1_000);
`;

type Service = ReturnType<typeof makePictureCodecService>;
type Answering = (request: Request) => Promise<Response>;

const pids: number[] = [];
const codec = makePictureCodecService({ onStarted: (pid) => pids.push(pid) });
afterAll(() => codec.stop());

async function render({ answer }: Service, bytes: Uint8Array<ArrayBuffer>): Promise<CodecAnswer> {
  const request = new Request('http://codec/', { method: 'POST', body: bytes });
  const response = await (answer as unknown as Answering)(request);
  return readAnswer(new Uint8Array(await response.arrayBuffer()));
}

it('makes two WebP images and a placeholder of a picture, each fitted into its box', async () => {
  const answer = await render(codec, pngOf(1_500, 1_000));
  if (!answer.ok) throw new Error(answer.reason);
  const { width, height, blur, smallBytes, largeBytes, images } = answer.picture;
  expect([width, height]).toEqual([1_500, 1_000]);
  expect(images).toHaveLength(smallBytes + largeBytes);
  const sizeOf = (at: number) => {
    const text = new TextDecoder('latin1').decode(images.subarray(at, at + 16));
    expect(text).toMatch(/^RIFF[\s\S]{4}WEBPVP8 $/);
    const view = new DataView(images.buffer, at);
    return [view.getUint16(26, true), view.getUint16(28, true)];
  };
  expect(sizeOf(0)).toEqual([320, 213]);
  expect(sizeOf(smallBytes)).toEqual([1_024, 683]);
  // Red on the left, blue on the right.
  expect(blur).toHaveLength(36);
  expect(blur.slice(0, 3)).toBe('d22');
  expect(blur.slice(9, 12)).toBe('25d');
});

it('a small picture is made no larger', async () => {
  const answer = await render(codec, pngOf(40, 30));
  expect(answer).toMatchObject({ ok: true, picture: { width: 40, height: 30 } });
});

it('sixty bad files are refused or shown harmlessly, and the next picture is made', async () => {
  const bad = badPictures();
  expect(bad).toHaveLength(60);
  const made: string[] = [];
  for (const { name, bytes } of bad) if ((await render(codec, bytes)).ok) made.push(name);
  // A file that begins as a picture becomes a new picture without the rest.
  expect(made).toEqual(expect.arrayContaining(['page-behind.png']));
  for (const name of made)
    expect(name).not.toMatch(/^bomb-(65535|2g|line|baseline|progressive|screen|frame\.|canvas)|svg/);
  expect(await render(codec, pngOf(8, 8))).toMatchObject({ ok: true });
});

it('more bytes than the limit are refused', async () => {
  expect(await render(codec, new Uint8Array(MAX_PICTURE_BYTES + 1))).toEqual({ ok: false, reason: 'too_large' });
});

it('pictures beyond the queue are refused as busy, and the others are made one after another', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => render(codec, pngOf(300, 200))));
  expect(answers.map((answer) => (answer.ok ? 'made' : answer.reason))).toEqual([
    'made',
    'made',
    'made',
    'busy',
    'busy',
  ]);
});

it('a decode that takes too long ends with its process, and the next picture gets a new one', async () => {
  const started: number[] = [];
  const quick = makePictureCodecService({ decodeMs: 1, onStarted: (pid) => started.push(pid) });
  expect(await render(quick, pngOf(900, 900))).toEqual({ ok: false, reason: 'late' });
  expect(await render(quick, pngOf(900, 900))).toEqual({ ok: false, reason: 'late' });
  expect(started).toHaveLength(2);
  quick.stop();
});

it('a process that does not start in time is at fault, not the picture', async () => {
  const started: number[] = [];
  const slow = makePictureCodecService({ startMs: 1, onStarted: (pid) => started.push(pid) });
  expect(await render(slow, pngOf(30, 20))).toEqual({ ok: false, reason: 'busy' });
  expect(started).toHaveLength(1);
  slow.stop();
});

it('the process ends when no picture comes', async () => {
  const started: (ProcessMark | undefined)[] = [];
  const idle = makePictureCodecService({ idleMs: 1, onStarted: (pid) => started.push(markOf(pid)) });
  await render(idle, pngOf(10, 10));
  const [mark] = started;
  if (!mark) throw new Error('the process has ended already');
  await expect.poll(() => isAlive(mark)).toBe(false);
});

it('a picture whose process is killed is decoded by the next one', async () => {
  const started: number[] = [];
  const killed = makePictureCodecService({
    onStarted: (pid) => {
      started.push(pid);
      if (started.length === 1) process.kill(pid, 'SIGKILL');
    },
  });
  expect(await render(killed, pngOf(30, 20))).toMatchObject({ ok: true });
  expect(started).toHaveLength(2);
  killed.stop();
});

it('a picture that ends every process is broken, after two', async () => {
  const started: number[] = [];
  const fatal = makePictureCodecService({
    onStarted: (pid) => {
      started.push(pid);
      process.kill(pid, 'SIGKILL');
    },
  });
  expect(await render(fatal, pngOf(30, 20))).toEqual({ ok: false, reason: 'broken' });
  expect(started).toHaveLength(2);
  fatal.stop();
});

it('bytes that do not come give the place to the next picture', async () => {
  const patient = makePictureCodecService({ readMs: 20 });
  const never = { headers: new Headers(), arrayBuffer: () => new Promise<ArrayBuffer>(() => undefined) };
  const [slow, next] = await Promise.all([
    (patient.answer as unknown as (request: unknown) => Promise<Response>)(never),
    render(patient, pngOf(30, 20)),
  ]);
  expect(readAnswer(new Uint8Array(await slow.arrayBuffer()))).toEqual({ ok: false, reason: 'busy' });
  expect(next).toMatchObject({ ok: true });
  patient.stop();
});

it('the process ends in the middle of a decode when the server is killed', async () => {
  // The server: starts the process, gives it a picture, and waits.
  const server = spawn(process.execPath, [...process.execArgv, '--input-type=module', '-e', SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: import.meta.dirname,
  });
  const [pid] = (await once(server.stdout, 'data')) as [Buffer];
  const mark = markOf(Number(String(pid)));
  if (!mark) throw new Error('the process has ended already');
  server.kill('SIGKILL');
  await expect.poll(() => isAlive(mark), { timeout: 20_000 }).toBe(false);
});
