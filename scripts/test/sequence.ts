/** The order of files of tests: the longest begin first, so that no run waits for one file at the end. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Half a minute or more, however small their text is. */
const LONG =
  /test\/(faults\/(attack|crash-test|kill)|browser\/(sign-in|pages|transfers|acting|viewer|thumbnails|conflict))\.test\.ts$/;

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
