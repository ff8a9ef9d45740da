/** Output of the bench: tables to read, one JSON file, and checks that make the exit code. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '#scripts/build/ensure.ts';
import type { Spread, Table } from './measure.ts';

/** A bound of the product, and whether it held. */
export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
}

/** Figures and checks of one scenario. */
export interface ScenarioReport {
  readonly figures: unknown;
  readonly checks: readonly Check[];
}

/** @param limit  largest value that is still good */
export function atMost(name: string, value: number, limit: number, unit: string): Check {
  return { name, ok: value <= limit, detail: `${round(value)} ${unit}, at most ${limit}` };
}

export function atLeast(name: string, value: number, limit: number, unit = ''): Check {
  return { name, ok: value >= limit, detail: `${round(value)} ${unit}, at least ${limit}` };
}

function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** `median (min-max)`. */
function showSpread(spread: Spread | undefined, digits: number): string {
  if (spread === undefined || Number.isNaN(spread.median)) return '-';
  const text = (value: number): string => value.toFixed(digits);
  return `${text(spread.median)} (${text(spread.min)}-${text(spread.max)})`;
}

/** Prints rows below their titles; the first column is a name, the others are numbers. */
export function printTable(title: string, columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = columns.map((column, at) => Math.max(column.length, ...rows.map((row) => (row[at] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  const text = [title, line(columns), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
  process.stdout.write(`\n${text}\n`);
}

/** Prints the spreads of every target. @param columns  titles, the figures below them, and digits behind the point (0) */
export function printFigures(
  title: string,
  table: Table,
  columns: readonly (readonly [title: string, figure: string, digits?: number])[],
): void {
  printTable(
    title,
    ['', ...columns.map(([column]) => column)],
    [...table].map(([name, figures]) => [
      name,
      ...columns.map(([, figure, digits = 0]) => showSpread(figures[figure], digits)),
    ]),
  );
}

export function printChecks(checks: readonly Check[]): void {
  for (const { name, ok, detail } of checks) process.stdout.write(`${ok ? 'ok  ' : 'OVER'}  ${name}: ${detail}\n`);
}

function versionOf(name: string): string {
  try {
    const text = readFileSync(path.join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
    return (JSON.parse(text) as { version: string }).version;
  } catch {
    return 'absent';
  }
}

/** Where and with what the figures were made. */
export function describeMachine() {
  const names = ['workerd', 'miniflare', 'hono', 'react-dom', 'vite'];
  return {
    node: process.version,
    versions: Object.fromEntries(names.map((name) => [name, versionOf(name)])),
    cores: os.cpus().length,
    processor: os.cpus()[0]?.model ?? '',
    memoryBytes: os.totalmem(),
    kernel: os.release(),
  };
}

/** Load of the machine at this moment, and processor time that a hypervisor took from it; taken before and after a scenario. */
export function readLoad(): { loadAverage: number[]; steal: number; all: number } {
  const fields = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '').trim().split(/\s+/).slice(1).map(Number);
  return {
    loadAverage: os.loadavg().map((value) => Number(value.toFixed(2))),
    steal: fields[7] ?? 0,
    all: fields.slice(0, 8).reduce((sum, value) => sum + value, 0),
  };
}
