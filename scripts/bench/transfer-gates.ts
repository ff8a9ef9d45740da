/** The gates of the transfers against nginx and the bare store, of the figures of one run. */
import { atLeast, atMost, type Check } from './harness/report.ts';
import type { Figures } from './harness/rounds.ts';

type Table = ReadonlyMap<string, Figures>;

export interface TransferTables {
  readonly upFigures: Table;
  readonly smallUpFigures: Table;
  readonly smallDownFigures: Table;
}

/** Of nginx, until the file is done: large files, many small ones up and down. */
const LARGE_SHARE = 0.7;
const SMALL_UP_SHARE = 0.25;
const SMALL_DOWN_SHARE = 0.7;
/** Of the bare store behind the same front. */
const STORE_SHARE = 0.9;
const MAX_CPU_PER_GIGABYTE = 5.5;

function medianOf(table: Table, name: string, figure: string): number {
  return table.get(name)?.[figure]?.median ?? Number.NaN;
}

function share(table: Table, of: string): number {
  return medianOf(table, 'product', 'megabytesPerSecond') / medianOf(table, of, 'megabytesPerSecond');
}

/** @param hasNginx  false: it is not installed, and its gates are left out */
export function transferGates(tables: TransferTables, hasNginx: boolean): Check[] {
  const { upFigures, smallUpFigures, smallDownFigures } = tables;
  const cpu =
    medianOf(smallUpFigures, 'product', 'runtimeCpuPerGigabyte') +
    medianOf(smallUpFigures, 'product', 'frontCpuPerGigabyte');
  const own = [
    atMost('small files up, processor time', cpu, MAX_CPU_PER_GIGABYTE, 'CPU-s/GB'),
    atLeast('small files up, share of the bare store', share(smallUpFigures, 'bare store'), STORE_SHARE, ''),
  ];
  if (!hasNginx) return own;
  return [
    ...own,
    atLeast('large file up until done, share of nginx', share(upFigures, 'nginx'), LARGE_SHARE, ''),
    atLeast('small files up, share of nginx', share(smallUpFigures, 'nginx'), SMALL_UP_SHARE, ''),
    atLeast('small files down, share of nginx', share(smallDownFigures, 'nginx'), SMALL_DOWN_SHARE, ''),
  ];
}
