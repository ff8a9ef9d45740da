/** The current litmus, whose suites are made from its sources. */
import path from 'node:path';
import { readLitmus } from '#test/flow/litmus.ts';
import { run } from '#test/flow/outside-programs.ts';
import { type Check, made, ofMore, type Program } from './program.ts';

const HOME = ofMore('litmus');

const suiteOf = (suite: string): Check => ({
  name: `suite ${suite}`,
  run: async ({ folder, address, password }) => {
    const place = made(path.join(folder, 'litmus'));
    const { output } = await run(path.join(HOME, suite), [address, 'alice', password], { folder: place });
    const outcomes = readLitmus(output);
    if (outcomes.get('finish') !== 'pass') throw new Error(`it did not finish: ${output.slice(-400)}`);
    const failed = [...outcomes].filter(([, outcome]) => outcome !== 'pass').map(([name]) => name);
    if (failed.length > 0) throw new Error(`failed: ${failed.join(', ')}`);
  },
});

export const LITMUS: readonly Program[] = [
  {
    name: 'litmus, current',
    file: HOME === '' ? '' : path.join(HOME, 'litmus'),
    version: [path.join(HOME, 'litmus'), '--version'],
    from: 'its sources',
    checks: ['basic', 'copymove', 'props', 'locks', 'http', 'largefile', 'protected'].map(suiteOf),
  },
];
