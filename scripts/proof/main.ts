/**
 * `npm run proof`: prints the named proofs with their last results.
 * `npm run proof -- NAME [--requests|--kills|--rounds|--orders|--acts N] [--seed S] [--port P] [--data DIR] [--no-result]`: runs one, and after
 * success writes its result to results.json. Exit 0 when the proof holds. `requests` adds up over seeds: `--seed 1`, `--seed 2`, ...
 */
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { ensureBuild, ROOT } from '#scripts/build/ensure.ts';
import { makeChangedSince } from '#scripts/check/rules/proofs.ts';
import { makeStateFolder, print, runTrial, seedOf, wholeNumber } from '#scripts/test/trial-run.ts';
import { PROOFS, type ProofEntry } from './list.ts';
import { type Numbers, newestOf, readResults, sumOf, withResult, writeResults } from './results.ts';
import { RUNS } from './runs.ts';

const AMOUNTS = ['requests', 'kills', 'rounds', 'orders', 'acts'] as const;

const textOf = (numbers: Numbers): string =>
  Object.entries(numbers)
    .map(([name, value]) => `${name} ${value.toLocaleString('en')}`)
    .join(', ');

function describeProof({ name, sentence, addsUp }: ProofEntry): string {
  const results = readResults(ROOT);
  const newest = newestOf(results, name);
  if (newest === undefined) return `${name}: ${sentence}\n  no result yet`;
  const runs = results.filter((result) => result.name === name).length;
  const sum = addsUp && runs > 1 ? `\n  ${runs} runs together: ${textOf(sumOf(results, name))}` : '';
  const { date, commit, seed, seconds, numbers } = newest;
  const of = seed === null ? '' : `, seed ${seed}`;
  return `${name}: ${sentence}\n  ${date.slice(0, 10)} at ${commit.slice(0, 8)}${of}, ${seconds} s: ${textOf(numbers)}${sum}`;
}

/** @throws Error when a result could not name the code that it proved */
function commitToProve({ covers }: ProofEntry): string {
  const changed = makeChangedSince(ROOT)('HEAD', covers);
  if (changed === undefined) throw new Error('not a git repository: use --no-result');
  if (changed.length > 0) throw new Error(`commit ${changed[0]} first, or use --no-result`);
  return spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      requests: { type: 'string' },
      kills: { type: 'string' },
      rounds: { type: 'string' },
      orders: { type: 'string' },
      acts: { type: 'string' },
      seed: { type: 'string' },
      port: { type: 'string', default: '9050' },
      data: { type: 'string' },
      'no-result': { type: 'boolean', default: false },
    },
  });
  const [name] = positionals;
  if (name === undefined) {
    for (const proof of PROOFS) print(describeProof(proof));
    return 0;
  }
  const proof = PROOFS.find((one) => one.name === name);
  if (proof === undefined) throw new Error(`no proof ${name}; there are ${PROOFS.map((one) => one.name).join(', ')}`);
  const { option, amount, hasSeed, run } = RUNS[proof.name];
  const foreign = AMOUNTS.find((one) => one !== option && values[one] !== undefined);
  if (foreign !== undefined) throw new Error(`${name} has --${option}, not --${foreign}`);
  const wanted = wholeNumber(values[option] ?? String(amount), option);
  const isWhole = proof.addsUp || wanted >= amount;
  const commit = values['no-result'] || !isWhole ? '' : commitToProve(proof);
  const seed = seedOf(values.seed);
  const { dataDir, dispose } = makeStateFolder(values.data, `proof-${name}`);
  print(`${hasSeed ? `seed ${seed}, ` : ''}state in ${dataDir}`);
  await ensureBuild();
  const beganMs = performance.now();
  const { numbers, failures } = await run({
    amount: wanted,
    seed,
    port: wholeNumber(values.port, 'port'),
    dataDir,
    print,
  });
  const seconds = Math.round((performance.now() - beganMs) / 1_000);
  for (const failure of failures) print(`FAILED ${failure}`);
  print(`${name}: ${textOf(numbers)}, ${seconds} s, ${failures.length} failures`);
  if (failures.length > 0) return 1;
  dispose();
  if (!isWhole) print(`not a result: the whole proof has ${amount} ${option}`);
  if (commit === '') return 0;
  const date = new Date().toISOString();
  const result = { name, date, commit, seed: hasSeed ? seed : null, seconds, numbers };
  writeResults(ROOT, withResult(readResults(ROOT), proof, result));
  print(describeProof(proof));
  return 0;
}

await runTrial(main);
