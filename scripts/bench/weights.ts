/**
 * Requests of a page before the user acts, as Chromium counts them on the wire: every request until the page is idle, with its headers and
 * in the coding that the server sends, against budgets. Each page opens in a browser that has nothing stored.
 */
import path from 'node:path';
import { type Browser, type CDPSession, chromium } from 'playwright';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { makeFile } from './harness/bytes.ts';
import { sessionCookie, signIn } from './harness/client.ts';
import { atMost, type Check, printTable, type ScenarioReport } from './harness/report.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';
import { makeHundred } from './shared-hundred.ts';

interface Budget {
  readonly name: string;
  readonly path: string;
  /** The page of a signed-in user. */
  readonly isOwn?: boolean;
  /** Everything but pictures of the content. */
  readonly kibibytes: number;
  readonly requests: number;
  readonly scriptKibibytes: number;
  readonly scripts: number;
  readonly hasFramework: boolean;
}

interface Loaded {
  readonly url: string;
  readonly type: string;
  readonly bytes: number;
}

/** Marks that React leaves in every build of it. */
const FRAMEWORK = /react\.transitional\.element|react\.element|__reactContainer|hydrateRoot/;
/** A page is idle when nothing was loaded for this long. */
const IDLE_MS = 1_500;
/** Of the drive longer: images are made 4 s after its start. */
const DRIVE_IDLE_MS = 5_000;
const LOOK_MS = 250;

/** Follows the requests of a page. `type` is the browser's: `Script`, `Stylesheet`, `Document`, `Fetch`, `Image` ... */
async function followRequests(session: CDPSession): Promise<{ loaded: Loaded[]; lastMs: () => number }> {
  const started = new Map<string, { url: string; type: string }>();
  const loaded: Loaded[] = [];
  let lastMs = performance.now();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    lastMs = performance.now();
    if (!request.url.startsWith('data:')) started.set(requestId, { url: request.url, type: type ?? 'Other' });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastMs = performance.now();
    const request = started.get(requestId);
    if (request) loaded.push({ ...request, bytes: encodedDataLength });
  });
  await session.send('Network.enable');
  return { loaded, lastMs: () => lastMs };
}

async function weighPage(browser: Browser, origin: string, cookie: string, budget: Budget) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  try {
    const at = cookie.indexOf('=');
    const session = { name: cookie.slice(0, at), value: cookie.slice(at + 1), domain: 'localhost', path: '/' };
    if (budget.isOwn) await context.addCookies([{ ...session, secure: true, httpOnly: true }]);
    const page = await context.newPage();
    const { loaded, lastMs } = await followRequests(await context.newCDPSession(page));
    const answer = await page.goto(origin + budget.path, { waitUntil: 'load' });
    if (answer?.status() !== 200) throw new Error(`${budget.path} answered ${answer?.status()}`);
    const idleMs = budget.isOwn ? DRIVE_IDLE_MS : IDLE_MS;
    while (performance.now() - lastMs() < idleMs) await page.waitForTimeout(LOOK_MS);
    const files = loaded.filter(({ type }) => type !== 'Image');
    const scripts = files.filter(({ type }) => type === 'Script');
    const texts = await Promise.all(scripts.map(async ({ url }) => (await fetch(url)).text()));
    return { name: budget.name, files, scripts, hasFramework: texts.some((text) => FRAMEWORK.test(text)) };
  } finally {
    await context.close();
  }
}

const kib = (files: readonly Loaded[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_024;

function checksOf(
  { name, kibibytes, requests, scriptKibibytes, scripts, hasFramework }: Budget,
  page: Awaited<ReturnType<typeof weighPage>>,
): Check[] {
  return [
    atMost(`${name}: on the wire`, kib(page.files), kibibytes, 'KiB'),
    atMost(`${name}: requests`, page.files.length, requests, 'requests'),
    atMost(`${name}: script`, kib(page.scripts), scriptKibibytes, 'KiB'),
    atMost(`${name}: scripts`, page.scripts.length, scripts, 'files'),
    // Where a framework is meant to be, finding it proves that the search would find it elsewhere.
    {
      name: `${name}: ${hasFramework ? 'the framework is recognised' : 'no framework'}`,
      ok: page.hasFramework === hasFramework,
      detail: page.hasFramework ? 'React is among its scripts' : 'none found',
    },
  ];
}

const PUBLIC = { kibibytes: 34, requests: 5, scriptKibibytes: 4, scripts: 2, hasFramework: false };

function budgetsOf(sharePath: string): readonly Budget[] {
  return [
    { ...PUBLIC, name: 'home', path: '/en-US', kibibytes: 26 },
    { ...PUBLIC, name: 'help', path: '/en-US/help' },
    { ...PUBLIC, name: 'policy', path: '/en-US/policy/privacy-policy' },
    { ...PUBLIC, name: 'faq', path: '/en-US/faq' },
    { ...PUBLIC, name: 'downloads', path: '/en-US/desktop-app', requests: 6, scriptKibibytes: 5, scripts: 3 },
    { ...PUBLIC, name: 'sign-in', path: '/auth', kibibytes: 26, requests: 4, scriptKibibytes: 6, scripts: 1 },
    // A hundred rows. A sixth of it are ids, which no coding makes smaller.
    { ...PUBLIC, name: 'share', path: sharePath, kibibytes: 20.5, requests: 4, scriptKibibytes: 2, scripts: 1 },
    // Of a signed-in user: it orders, and follows the session of other windows. The scripts of its forms wait for a touch.
    { ...PUBLIC, name: 'plans', path: '/drive/payment', isOwn: true, requests: 7, scriptKibibytes: 6, scripts: 4 },
    {
      name: 'drive',
      path: '/drive/all',
      isOwn: true,
      // Of it 58 are React and its renderer.
      kibibytes: 159,
      requests: 12,
      scriptKibibytes: 123,
      // Two, and half a KiB that the bundler keeps apart.
      scripts: 3,
      hasFramework: true,
    },
  ];
}

/** Starts the product, looks at its pages, and holds them to their budgets. */
export async function benchWeights(options: BenchOptions): Promise<ScenarioReport> {
  const executablePath = ensureChromium();
  if (executablePath === undefined) throw new Error('no Chromium here, and none could be installed');
  const scratch = makeScratch();
  const server = await startProduct(options.port, path.join(scratch.dir, 'product'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const { origin } = server;
    const person = await signIn(origin, 'bob@example.com');
    // A file that has no picture: making one is work on the content.
    await person.untilDone(await person.send(makeFile(5_000), 'Notes.txt', '', 1));
    const { topPath } = await makeHundred(origin);
    const budgets = budgetsOf(topPath);
    const cookie = await sessionCookie(origin);
    const pages = [];
    for (const budget of budgets) pages.push(await weighPage(browser, origin, cookie, budget));
    printTable(
      'Loaded until the page is idle',
      ['page', 'KiB', 'requests', 'document', 'style', 'script', 'scripts'],
      pages.map(({ name, files, scripts }) => [
        name,
        kib(files).toFixed(1),
        String(files.length),
        ...['Document', 'Stylesheet'].map((kind) => kib(files.filter(({ type }) => type === kind)).toFixed(1)),
        kib(scripts).toFixed(1),
        String(scripts.length),
      ]),
    );
    const checks = pages.flatMap((page, at) => {
      const budget = budgets[at];
      return budget ? checksOf(budget, page) : [];
    });
    return { figures: pages.map(({ scripts: _, ...page }) => page), checks };
  } finally {
    await browser.close();
    await server.stop();
    scratch.remove();
  }
}
