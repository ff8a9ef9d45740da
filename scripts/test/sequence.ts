/** The order of files of tests: the longest begin first, so that no run waits for one file at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Half a minute or more beside others, however small their text is. */
const LONG = new RegExp(
  [
    'test/faults/(attack|audit|crash-test|kill|memory|power-loss|store-move|torrent)',
    'test/browser/(acting|conflict|fifty-files|instant-upload|pages|sign-in|thumbnails|transfers|viewer)',
    'test/contract/(matrix|model/model).worker',
    'worker/services/membership/orders/storm.worker',
    'worker/services/drive/(archive/read/hostile|pictures/images|upload/hash/on-the-way|zip/zip).worker',
  ]
    .map((files) => `${files.replaceAll('.', '\\.')}\\.test\\.ts$`)
    .join('|'),
);

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
