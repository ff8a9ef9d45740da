/** The means of a scenario: servers in processes of their own, a browser, and a folder. All of it ends with the scenario. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { ROOT } from '#scripts/build/ensure.ts';
import { ensureChromium, headlessShell } from '#scripts/test/chromium.ts';
import { type ServerOptions, startServer } from '#test/server.ts';
import { writeBaseline } from '../baseline/serve.ts';
import { sessionCookie } from './client.ts';
import type { ServerPids } from './measure.ts';
import { profiledEnv, startProfile } from './profile.ts';

export interface BenchOptions {
  readonly quick: boolean;
  /** First of the ports of the bench's own servers. */
  readonly port: number;
  readonly rounds: number;
  /** Seconds of one busy run of a page. */
  readonly seconds: number;
  /** Bytes of the large file. */
  readonly largeBytes: number;
  /** Files of the large folder. */
  readonly files: number;
  /** Names of the actions that `cost` counts. */
  readonly only: RegExp;
  /** Another checkout with its packages, measured in the same run; '' for none. */
  readonly against: string;
  /** Whether `cost` writes what `npm run simulate` starts from. */
  readonly writesMeasures: boolean;
  /** Prints the dearest functions of each product's Worker when it ends; its figures are dearer by the profiling. */
  readonly isProfiled: boolean;
}

/** A running server. */
export interface BenchServer {
  /** As in `http://localhost:PORT`. */
  readonly origin: string;
  readonly port: number;
  readonly dataDir: string;
  readonly pids: ServerPids;
  /** The runtime's own loopback address, past the front; it wants the front's `Host`. */
  readonly directOrigin: string;
  stop(): Promise<void>;
}

export interface Bench {
  readonly options: BenchOptions;
  /** For everything that the scenario writes. */
  readonly dir: string;
  nextPort(): number;
  /** The product as `npm start` runs it. @param folder  of its state, below `dir` @param root  another checkout with its packages */
  product(env?: Readonly<Record<string, string>>, folder?: string, root?: string): Promise<BenchServer>;
  /** The Worker of baseline/ in the product's runtime and behind its front. @param pages  constants by name */
  baseline(pages?: Readonly<Record<string, string>>): Promise<BenchServer>;
  /** A browser of the page alone. @param isWhole  the full one: pages load ahead as they do for people */
  browser(isWhole?: boolean): Promise<Browser>;
  atEnd(work: () => unknown): void;
}

async function start(options: ServerOptions & { readonly dataDir: string }): Promise<BenchServer> {
  mkdirSync(options.dataDir, { recursive: true });
  const { origin, port, dataDir, pids, stop } = await startServer(options);
  const { supervisor, proxy, runtime, workerd } = pids;
  const { origin: directOrigin } = JSON.parse(readFileSync(path.join(dataDir, 'inner-door.json'), 'utf8')) as {
    origin: string;
  };
  const front = proxy || supervisor;
  const others = [supervisor, runtime].filter((pid) => pid !== 0 && pid !== front);
  return { origin, port, dataDir, pids: { front, runtime: workerd, others }, directOrigin, stop };
}

/** MAGPIE_BENCH_DIR says where the folder is made, for disks larger than the system's own. */
export async function onBench<T>(options: BenchOptions, run: (bench: Bench) => Promise<T>): Promise<T> {
  const parent = process.env['MAGPIE_BENCH_DIR'] || os.tmpdir();
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(path.join(parent, 'magpie-bench-'));
  const ends: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })];
  let { port } = options;
  const startHere = async (folder: string, more: ServerOptions): Promise<BenchServer> => {
    const server = await start({ port: port++, dataDir: path.join(dir, folder), ...more });
    ends.push(() => server.stop());
    return server;
  };
  const bench: Bench = {
    options,
    dir,
    nextPort: () => port++,
    async product(env = {}, folder = 'product', root = '') {
      const program = root === '' ? {} : { program: [path.join(root, 'scripts/start/main.mjs')] };
      if (!options.isProfiled) return startHere(folder, { env, ...program });
      const inspector = port++;
      const server = await startHere(folder, { env: { ...env, ...profiledEnv(inspector) }, ...program });
      ends.push(await startProfile(inspector, root === '' ? ROOT : root));
      return server;
    },
    async baseline(pages = {}) {
      const folder = path.join(dir, 'baseline');
      await writeBaseline(folder, pages);
      const program = [path.join(import.meta.dirname, '../main.ts'), 'serve', folder];
      return startHere('baseline-state', { program });
    },
    async browser(isWhole = false) {
      // A full Chromium draws its own windows beside the page, on the same cores.
      const executablePath = (isWhole ? undefined : headlessShell()) ?? ensureChromium();
      if (executablePath === undefined) throw new Error('no Chromium here, and none could be installed');
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
      ends.push(() => browser.close());
      return browser;
    },
    atEnd: (work) => void ends.push(work),
  };
  try {
    return await run(bench);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** A page in a browser that has nothing stored. @param person  '' for a visitor. @returns the page, with the language set to English */
export async function openCold(browser: Browser, origin: string, person: string): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  if (person !== '') {
    const [name = '', ...value] = (await sessionCookie(origin, person)).split('=');
    const session = { name, value: value.join('='), domain: 'localhost', path: '/' };
    await context.addCookies([{ ...session, secure: true, httpOnly: true }]);
  }
  return context.newPage();
}
