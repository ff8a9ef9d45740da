/** Output of the bench: tables to read, one JSON file, and checks that make the exit code. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from '#scripts/build/ensure.ts';
import { readSteal } from './processes.ts';
import type { Spread } from './rounds.ts';

/** A bound of the product, and whether it held. */
export interface Check {
  name: string;
  ok: boolean;
  detail: string;
}

/** Figures and checks of one scenario. */
export interface ScenarioReport {
  figures: unknown;
  checks: Check[];
}

/** @param limit  largest value that is still good */
export function atMost(name: string, value: number, limit: number, unit: string): Check {
  return { name, ok: value <= limit, detail: `${round(value)} ${unit}, at most ${limit}` };
}

export function atLeast(name: string, value: number, limit: number, unit: string): Check {
  return { name, ok: value >= limit, detail: `${round(value)} ${unit}, at least ${limit}` };
}

function round(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** `median (min-max)`. */
export function showSpread(spread: Spread | undefined, digits = 0): string {
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

/** Load of the machine at this moment; taken before and after a scenario. */
export function readLoad(): { loadAverage: number[]; steal: number; all: number } {
  return { loadAverage: os.loadavg().map((value) => Number(value.toFixed(2))), ...readSteal() };
}
