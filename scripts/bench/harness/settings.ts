/** What a run of the bench is asked for, read once from its arguments. */
import { parseArgs } from 'node:util';

export const PARTS = [
  'weights',
  'pages',
  'edge',
  'ttfb',
  'transfer',
  'hashing',
  'crowd',
  'sign-in-storm',
  'redirects',
  'size',
  'drive',
  'lighthouse',
] as const;
export type PartName = (typeof PARTS)[number];
/** Installs a tool of its own: runs when it is asked for by name. */
const BY_NAME: PartName = 'lighthouse';

export interface BenchOptions {
  parts: readonly PartName[];
  quick: boolean;
  /** File the JSON goes to; '' for none. */
  out: string;
  /** First of a few ports, all taken by the bench's own servers. */
  port: number;
  rounds: number;
  /** Seconds of one busy run of a page. */
  seconds: number;
  /** Bytes of the large file. */
  largeBytes: number;
  /** Files of the large folder of the drive. */
  files: number;
  /** Folder of state that the drive is measured on, filled when it is empty; '' for one that is thrown away. */
  state: string;
  /** Another file manager is fetched and measured beside the drive. */
  peer: boolean;
}

const USAGE = `node scripts/bench/main.ts [${PARTS.join('|')}|all] [--quick] [--rounds N] [--port N] [--out FILE] [--files N] [--state FOLDER] [--peer]`;

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
      state: { type: 'string', default: '' },
      peer: { type: 'boolean', default: false },
    },
  });
  const asked = positionals.length === 0 ? ['all'] : positionals;
  const parts = PARTS.filter((part) => asked.includes(part) || (asked.includes('all') && part !== BY_NAME));
  const isKnown = asked.every((word) => word === 'all' || PARTS.some((part) => part === word));
  const [rounds, port] = [Number(values.rounds), Number(values.port)];
  const files = values.files === '' ? (values.quick ? 5_000 : 100_000) : Number(values.files);
  if (!isKnown || !(rounds >= 1) || !(port >= 1) || !(files >= 1_000)) throw new Error(`usage: ${USAGE}`);
  return {
    parts,
    quick: values.quick,
    out: values.out,
    port,
    rounds,
    seconds: values.quick ? 2 : 4,
    largeBytes: (values.quick ? 128 : 1024) * 2 ** 20,
    files,
    state: values.state,
    peer: values.peer,
  };
}
