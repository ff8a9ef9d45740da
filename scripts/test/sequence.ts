/**
 * The order of files of tests: the longest begin first, so that no run waits for one file at the end. With a seed, the order among
 * the long ones and among the others is random: a test that needs another file before it fails soon.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { makeRandom } from '#worker/platform/faults/faults.ts';

/** Half a minute or more beside others, however small their text is. */
const LONG = new RegExp(
  [
    'test/faults/(attack|audit|crash-test|kill|memory|power-loss|requests|store-move|torrent)',
    'test/browser/(acting|conflict|fifty-files|instant-upload|pages|sign-in|thumbnails|transfers|viewer)',
    'test/contract/(matrix|model/model).worker',
    'worker/services/membership/purchases/storm.worker',
    'worker/services/drive/(archive/read/hostile|pictures/images|upload/hash/on-the-way|zip/zip).worker',
  ]
    .map((files) => `${files.replaceAll('.', '\\.')}\\.test\\.ts$`)
    .join('|'),
);

/** Seed of runs that keep the same order (vitest.config.ts): `npm test` and `npm run proof -- order` give others. */
export const SAME_ORDER = 0;

/** Files in the order of their names, which every machine agrees on, shuffled. */
export function shuffled<T extends { readonly moduleId: string }>(files: readonly T[], seed: number): T[] {
  const random = makeRandom(seed);
  return files
    .toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1))
    .map((file) => ({ file, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ file }) => file);
}

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { sequence, maxWorkers } = this.ctx.config;
    const sorted = sequence.seed === SAME_ORDER ? await super.sort(files) : shuffled(files, sequence.seed);
    // One worker waits for no file at the end: there the whole order is random.
    const isLong = ({ moduleId }: TestSpecification) => maxWorkers !== 1 && LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
