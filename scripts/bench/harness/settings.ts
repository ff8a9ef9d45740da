/** Options of a run of the bench, read once from its arguments. */
import { parseArgs } from 'node:util';

export const SCENARIOS = [
  'cost',
  'weights',
  'pages',
  'shares',
  'listing',
  'screen',
  'starting',
  'saving',
  'sign-in',
  'sign-in-storm',
  'transfer',
  'zip',
  'fetch',
  'hashing',
  'thumbnails',
  'capacity',
] as const;
export type ScenarioName = (typeof SCENARIOS)[number];

export interface BenchOptions {
  scenarios: readonly ScenarioName[];
  quick: boolean;
  /** File the JSON goes to; '' for none. */
  out: string;
  /** First of two ports, both taken by the bench's own servers. */
  port: number;
  rounds: number;
  /** Seconds of one busy run of a page. */
  seconds: number;
  /** Bytes of the large file. */
  largeBytes: number;
  /** Files of the large folder. */
  files: number;
  /** Names of the actions that `cost` counts. */
  only: RegExp;
  /** Another checkout with its packages, measured in the same run; '' for none. */
  against: string;
  /** Whether `cost` writes what `npm run simulate` starts from. */
  writesMeasures: boolean;
}

const USAGE = `npm run bench -- [${SCENARIOS.join('|')}|all] [--quick] [--rounds N] [--port N] [--out FILE] [--files N] [--only REGEXP] [--against FOLDER] [--measures]`;

/** @throws Error with the usage for anything else */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string', default: '3' },
      port: { type: 'string', default: '8960' },
      out: { type: 'string', default: '' },
      files: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      against: { type: 'string', default: '' },
      measures: { type: 'boolean', default: false },
    },
  });
  const isAll = positionals.length === 0 || positionals.includes('all');
  const scenarios = SCENARIOS.filter((name) => isAll || positionals.includes(name));
  const isKnown = positionals.every((word) => word === 'all' || SCENARIOS.some((name) => name === word));
  const [rounds, port] = [Number(values.rounds), Number(values.port)];
  const files = values.files === '' ? (values.quick ? 5_000 : 100_000) : Number(values.files);
  if (!isKnown || !(rounds >= 1) || !(port >= 1) || !(files >= 1_000)) throw new Error(`usage: ${USAGE}`);
  return {
    scenarios,
    quick: values.quick,
    out: values.out,
    port,
    rounds,
    seconds: values.quick ? 2 : 4,
    largeBytes: (values.quick ? 128 : 1024) * 2 ** 20,
    files,
    only: new RegExp(values.only),
    against: values.against,
    writesMeasures: values.measures,
  };
}
