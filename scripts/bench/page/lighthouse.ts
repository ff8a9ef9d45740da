/**
 * Five pages on a phone of middling strength and a slow network, as Lighthouse pretends them: the median of some runs of
 * each score. The tool is no part of the product: it is installed into peers/ on demand.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { makeFile } from '../harness/bytes.ts';
import { signIn } from '../harness/client.ts';
import { type Check, type PartReport, printTable } from '../harness/report.ts';
import { spreadOf } from '../harness/rounds.ts';
import { makeScratch, startProduct } from '../harness/server.ts';
import type { BenchOptions } from '../harness/settings.ts';

const PEERS = path.join(import.meta.dirname, '../peers');
const CLI = path.join(PEERS, 'node_modules/lighthouse/cli/index.js');
const CHROMIUM_FLAGS = '--headless=new --no-sandbox --disable-dev-shm-usage --disable-gpu';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const LEAST_SCORE = 99;
/** The median of fewer runs says little. */
const RUNS = 5;

interface Page {
  name: string;
  path: string;
  /** Meant not to be found by search engines, so that being hidden from them is no fault. */
  hidden?: true;
}

/** What is read of the tool's report. */
interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string; scoreDisplayMode: string }>;
}

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${command} ${args[0] ?? ''} ended with ${code ?? 'a signal'}:\n${errors}`);
}

async function ensureInstalled(): Promise<void> {
  if (existsSync(CLI)) return;
  process.stdout.write(`Installing what scripts/bench/peers/package-lock.json names, into that folder only\n`);
  await run('npm', ['ci', '--prefix', PEERS, '--ignore-scripts', '--no-audit', '--no-fund']);
}

async function judge(url: string, page: Page, outFile: string, chromium: string): Promise<Report> {
  const skipped = page.hidden ? ['--skip-audits=is-crawlable'] : [];
  const args = [
    ...[CLI, url, '--quiet', '--output=json', `--output-path=${outFile}`, `--chrome-flags=${CHROMIUM_FLAGS}`],
    ...[`--only-categories=${CATEGORIES.join(',')}`, ...skipped],
  ];
  await run(process.execPath, args, { ...process.env, CHROME_PATH: chromium });
  return JSON.parse(readFileSync(outFile, 'utf8')) as Report;
}

function medianOf(reports: readonly Report[], read: (report: Report) => number): number {
  return spreadOf(reports.map(read)).median;
}

function scoreOf(report: Report, category: string): number {
  return Math.round((report.categories[category]?.score ?? 0) * 100);
}

/** Names of the audits that cost a point in any of the runs. */
function faultsOf(reports: readonly Report[]): string[] {
  const faults = reports.flatMap(({ audits }) =>
    Object.entries(audits)
      .filter(([, { score, scoreDisplayMode }]) => scoreDisplayMode === 'binary' && score !== null && score < 1)
      .map(([name]) => name),
  );
  return [...new Set(faults)].sort();
}

function checksOf(page: Page, reports: readonly Report[]): Check[] {
  const scores = CATEGORIES.map((category) => medianOf(reports, (report) => scoreOf(report, category)));
  const shift = medianOf(reports, ({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? Number.NaN);
  return [
    {
      name: `${page.name}: scores`,
      ok: scores.every((score) => score >= LEAST_SCORE),
      says: `${scores.join(' / ')}, each at least ${LEAST_SCORE} (${faultsOf(reports).join(', ') || 'no fault'})`,
    },
    { name: `${page.name}: layout shift`, ok: shift === 0, says: `${shift}, none is allowed` },
  ];
}

function rowOf(page: Page, reports: readonly Report[]): string[] {
  const millis = (audit: string) => medianOf(reports, ({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
  return [
    page.name,
    ...CATEGORIES.map((category) => {
      const { median, min, max } = spreadOf(reports.map((report) => scoreOf(report, category)));
      return min === max ? String(median) : `${median} (${min}-${max})`;
    }),
    millis('first-contentful-paint').toFixed(0),
    millis('largest-contentful-paint').toFixed(0),
    millis('total-blocking-time').toFixed(0),
    millis('cumulative-layout-shift').toFixed(3),
  ];
}

/** Asks each page in turn, as often as it takes, so that a slow minute of the machine meets all of them. */
export async function benchLighthouse(options: BenchOptions): Promise<PartReport> {
  const chromium = ensureChromium();
  if (chromium === undefined) throw new Error('there is no Chromium here, and none could be installed');
  await ensureInstalled();
  const scratch = makeScratch();
  const server = await startProduct(options.port, path.join(scratch.dir, 'product'));
  try {
    const { origin } = server;
    const person = await signIn(origin, 'bob@example.com');
    const sent = await person.send(makeFile(5_000), 'A shared file.pdf', '', 1);
    await person.untilDone(sent);
    const pages: Page[] = [
      { name: 'home', path: '/en-US' },
      { name: 'help', path: '/en-US/help' },
      { name: 'share', path: `/s/${await person.share([sent.id])}`, hidden: true },
      { name: 'policy', path: '/en-US/policy/privacy-policy' },
      { name: 'sign-in', path: '/auth', hidden: true },
    ];
    mkdirSync(path.join(scratch.dir, 'reports'));
    const reports = new Map<Page, Report[]>(pages.map((page) => [page, []]));
    for (let round = 0; round < (options.quick ? 1 : RUNS); round++) {
      for (const page of pages) {
        const outFile = path.join(scratch.dir, 'reports', `${page.name}-${round}.json`);
        reports.get(page)?.push(await judge(`${origin}${page.path}`, page, outFile, chromium));
      }
    }
    const columns = ['page', ...CATEGORIES, 'FCP ms', 'LCP ms', 'TBT ms', 'CLS'];
    printTable(
      `Lighthouse, phone, median of ${options.quick ? 1 : RUNS}`,
      columns,
      [...reports].map(([page, list]) => rowOf(page, list)),
    );
    const checks = [...reports].flatMap(([page, list]) => checksOf(page, list));
    return { part: 'lighthouse', figures: [...reports].map(([page, list]) => rowOf(page, list)), checks };
  } finally {
    await server.stop();
    scratch.remove();
  }
}
