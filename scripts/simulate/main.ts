/** `npm run simulate`: large loads on the platform's written limits, from measured service times and counts (docs/scaling.md). */
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { readMeasures } from './measures.ts';
import { bannedContent, hotLink, lostRegion, type Model, manyDrives, signInStorm } from './scenarios.ts';

const SEED = 1;

const measures = readMeasures();
process.stdout.write(`Measured at ${measures.at} at a load average of ${measures.loadAverage}\n`);
const model: Model = { measures, random: makeRandom(SEED) };
for (const scenario of [hotLink, manyDrives, signInStorm, bannedContent, lostRegion]) {
  const { name, lines } = scenario(model);
  const width = Math.max(...lines.map(({ what }) => what.length));
  const text = lines.map(({ what, value }) => `  ${what.padEnd(width)}  ${value}`).join('\n');
  process.stdout.write(`\n${name}\n${text}\n`);
}
