/**
 * Pictures: what one 12-megapixel JPEG costs the codec; how soon a folder of 1,000 pictures shows its first screen, and how many frames
 * of 10,000 come late while they are scrolled, each beside the same files without pictures; how soon the viewer draws a picture.
 */
import { type Bench, openCold } from './harness/bench.ts';
import { signIn } from './harness/client.ts';
import { interleave, medianOf } from './harness/measure.ts';
import { atMost, printFigures, type ScenarioReport } from './harness/report.ts';
import { measureCodec } from './pictures/codec.ts';
import { drawJpeg, type FolderKind, makeFolders, sendPictures } from './pictures/folders.ts';
import { drawAlone, firstScreen, lateFrames, openInViewer } from './pictures/looking.ts';

const PERSON = 'carla@example.com';
const FIRST_SCREEN_FILES = 1_000;
const SCROLLED_FILES = 10_000;
const ROUNDS = 5;
const QUICK_ROUNDS = 2;
/** The viewer loads the files beside the one it shows. */
const VIEWED_APART = 3;
const MAX_FIRST_SCREEN = 2;
const MAX_CODEC_MIB = 128;
/** Points in a hundred. */
const MAX_MORE_LATE = 1;
/** More than the browser takes to draw the same bytes alone. */
const MAX_VIEWER_MS = 100;

export async function benchThumbnails(bench: Bench): Promise<ScenarioReport> {
  const rounds = bench.options.quick ? QUICK_ROUNDS : ROUNDS;
  const { origin } = await bench.product();
  const person = await signIn(origin, PERSON);
  const page = await openCold(await bench.browser(), origin, PERSON);
  await page.goto(`${origin}/drive/all`);
  // 12 megapixels, as phones take them.
  const photo = await drawJpeg(page, 4_000, 3_000, 1);
  const codec = await measureCodec(photo);

  const album = await person.makeFolder('Photos', '');
  await sendPictures(origin, person, album, [photo], (rounds + 1) * VIEWED_APART, 'jpg');
  await page.goto(`${origin}/drive/all/${album}?view=list`);
  await page.locator('[data-island="drive/browser"][data-hydrated]').waitFor();
  let viewed = 0;
  const nextName = () => `picture ${String(VIEWED_APART * viewed++).padStart(3, '0')}.jpg`;
  const drawing = await interleave(
    [
      { name: 'the viewer, after the last byte', draw: () => openInViewer(page, nextName()) },
      { name: 'the browser alone', draw: () => drawAlone(page, photo) },
    ],
    rounds,
    async ({ draw }) => ({ ms: await draw() }),
  );

  // The browser has no image of any folder: links are of one file, and each is looked at once.
  const sizes = [SCROLLED_FILES, ...Array.from({ length: rounds + 1 }, () => FIRST_SCREEN_FILES)];
  const kinds: readonly FolderKind[] = ['without', 'with'];
  const folders = [];
  for (const kind of kinds)
    folders.push({ name: `${kind} pictures`, kind, ids: await makeFolders(origin, person, page, kind, sizes) });
  const addressOf = (id: string | undefined) => `${origin}/drive/all/${id}?view=grid`;
  const looking = await interleave(folders, rounds, async ({ kind, ids }) => {
    const firstMs = await firstScreen(page, addressOf(ids.pop()), kind);
    await firstScreen(page, addressOf(ids[0]), kind);
    return { firstMs, latePercent: await lateFrames(page) };
  });
  printFigures('12-megapixel JPEG', drawing, [['drawn, ms', 'ms']]);
  printFigures('Folders in the grid', looking, [
    [`first screen of ${FIRST_SCREEN_FILES}, ms`, 'firstMs'],
    [`late frames of ${SCROLLED_FILES}, %`, 'latePercent', 1],
  ]);
  process.stdout.write(
    `\nthe codec computes ${codec.firstMs.toFixed(0)} ms at first, ${codec.laterMs.toFixed(0)} ms later, ${codec.addedMib.toFixed(0)} MiB above its idle process\n`,
  );
  const median = (name: string, figure: string) => medianOf(new Map([...drawing, ...looking]), name, figure);
  const later = median('the viewer, after the last byte', 'ms') - median('the browser alone', 'ms');
  const moreTimes = median('with pictures', 'firstMs') / median('without pictures', 'firstMs');
  const moreLate = median('with pictures', 'latePercent') - median('without pictures', 'latePercent');
  return {
    figures: { codec, ...Object.fromEntries([...drawing, ...looking]) },
    checks: [
      atMost('memory of a 12-megapixel JPEG', codec.addedMib, MAX_CODEC_MIB, 'MiB'),
      atMost('viewer later than the browser alone', later, MAX_VIEWER_MS, 'ms'),
      atMost('first screen of 1,000 pictures / of 1,000 other files', moreTimes, MAX_FIRST_SCREEN, 'x'),
      atMost('late frames of 10,000 pictures more than without', moreLate, MAX_MORE_LATE, 'points'),
    ],
  };
}
