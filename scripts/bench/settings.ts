/** What a run of the bench is asked for, read once from its arguments. */
import { parseArgs } from 'node:util';

export const PARTS = ['weights', 'pages', 'ttfb', 'transfer', 'crowd', 'size'] as const;
export type PartName = (typeof PARTS)[number];

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
}

const USAGE = `node scripts/bench/main.ts [${PARTS.join('|')}|all] [--quick] [--rounds N] [--port N] [--out FILE]`;

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
    },
  });
  const asked = positionals.length === 0 ? ['all'] : positionals;
  const parts = PARTS.filter((part) => asked.includes(part) || asked.includes('all'));
  const isKnown = asked.every((word) => word === 'all' || PARTS.some((part) => part === word));
  const [rounds, port] = [Number(values.rounds), Number(values.port)];
  if (!isKnown || !(rounds >= 1) || !(port >= 1)) throw new Error(`usage: ${USAGE}`);
  return {
    parts,
    quick: values.quick,
    out: values.out,
    port,
    rounds,
    seconds: values.quick ? 2 : 4,
    largeBytes: (values.quick ? 128 : 1024) * 2 ** 20,
  };
}
