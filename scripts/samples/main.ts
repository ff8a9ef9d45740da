/** `node scripts/samples/main.ts`: makes the song and the film of the sample drive anew, by Debian's ffmpeg. Both are works of this script. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '#scripts/build/ensure.ts';
import { landscape, pictureOf } from '#scripts/start/samples/landscape.ts';

const OUT = path.join(ROOT, 'scripts/start/samples');
const RATE = 22_050;
const BEAT_SECONDS = 0.32;
/** Semitones above A3; null is a rest. */
const MELODY = [
  3,
  7,
  10,
  15,
  14,
  10,
  12,
  null,
  8,
  12,
  15,
  19,
  17,
  15,
  14,
  null,
  3,
  10,
  7,
  12,
  10,
  15,
  14,
  10,
  8,
  7,
  5,
  10,
  3,
  null,
  null,
  null,
];
/** One for four beats. */
const BASS = [-9, -4, -2, -9, -9, -4, -2, -9];

const hertz = (semitone: number): number => 220 * 2 ** (semitone / 12);

/** A plucked string: harmonics that fade, the higher ones faster. @param age  seconds since it was plucked */
function pluck(frequency: number, age: number, seconds: number): number {
  if (age < 0) return 0;
  const start = Math.min(1, age / 0.006);
  const sum = [1, 2, 3, 4].reduce(
    (tone, harmonic) =>
      tone +
      (Math.sin(2 * Math.PI * frequency * harmonic * age) / harmonic ** 1.6) *
        Math.exp((-age * (1.6 + harmonic)) / seconds),
    0,
  );
  return sum * start;
}

/** 16-bit mono samples. */
function song(): Buffer {
  const length = Math.ceil((MELODY.length + 2) * BEAT_SECONDS * RATE);
  const mix = new Float64Array(length);
  const play = (semitone: number, beat: number, loudness: number, seconds: number) => {
    const from = Math.round(beat * BEAT_SECONDS * RATE);
    for (let at = from; at < length; at += 1)
      mix[at] = (mix[at] ?? 0) + pluck(hertz(semitone), (at - from) / RATE, seconds) * loudness;
  };
  for (const [beat, semitone] of MELODY.entries()) if (semitone !== null) play(semitone, beat, 0.24, 1.4);
  for (const [bar, semitone] of BASS.entries()) play(semitone, bar * 4, 0.22, 3);
  const bytes = Buffer.alloc(length * 2);
  for (const [at, level] of mix.entries()) bytes.writeInt16LE(Math.round(Math.tanh(level) * 30_000), at * 2);
  return bytes;
}

const FRAME = { width: 480, height: 360 };
const FRAMES_PER_SECOND = 12;
const FILM_SECONDS = 8;

/** Frames from before the morning to the night, three bytes a pixel. */
function film(): Buffer {
  const count = FRAMES_PER_SECOND * FILM_SECONDS;
  const frames = Array.from({ length: count }, (_, at) =>
    landscape(FRAME.width, FRAME.height, 0.16 + (0.83 * at) / count),
  );
  return Buffer.concat(frames);
}

function ffmpeg(input: Buffer, args: readonly string[]): void {
  const { status, stderr } = spawnSync('ffmpeg', ['-y', '-loglevel', 'error', ...args], { input });
  if (status !== 0) throw new Error(`ffmpeg failed: ${stderr}`);
}

const EXACT = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact'];
const scratch = mkdtempSync(path.join(os.tmpdir(), 'magpie-samples-'));
const cover = path.join(scratch, 'cover.png');
writeFileSync(cover, pictureOf('evening', 320, 320));
const asSong = `-f s16le -ar ${RATE} -ac 1 -i - -i ${cover} -map 0:a -map 1:v -c:a libmp3lame -b:a 40k -c:v png -disposition:v attached_pic`;
const TITLES = ['-id3v2_version', '3', '-metadata', 'title=Campfire song', '-metadata', 'artist=Magpie'];
ffmpeg(song(), [...asSong.split(' '), ...EXACT, ...TITLES, path.join(OUT, 'song.mp3')]);
const asFilm = `-f rawvideo -pix_fmt rgb24 -s ${FRAME.width}x${FRAME.height} -r ${FRAMES_PER_SECOND} -i - -c:v libvpx-vp9 -b:v 0 -crf 40 -pix_fmt yuv420p`;
ffmpeg(film(), [...asFilm.split(' '), ...EXACT, path.join(OUT, 'film.webm')]);
rmSync(scratch, { recursive: true });
