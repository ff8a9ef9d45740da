/**
 * Requests of a page before the user acts, as Chromium counts them on the wire: every request until the page is idle, with its headers and
 * in the coding that the server sends, against budgets. Each page opens in a browser that has nothing stored.
 */
import type { Browser, CDPSession } from 'playwright';
import { makeHundred } from './fill.ts';
import { type Bench, openCold } from './harness/bench.ts';
import { makeFile } from './harness/bytes.ts';
import { signIn } from './harness/client.ts';
import { atMost, type Check, printTable, type ScenarioReport } from './harness/report.ts';

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

const PERSON = 'bob@example.com';
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

/** Programs get a share as text. */
const AS_BROWSER = { accept: 'text/html', 'accept-language': 'en-US', 'user-agent': 'Mozilla/5.0' };

async function weighPage(browser: Browser, origin: string, budget: Budget) {
  const page = await openCold(browser, origin, budget.isOwn ? PERSON : '');
  try {
    // The first visit of a link is compressed as it streams; its form is kept for those after it.
    if (!budget.isOwn) await (await fetch(origin + budget.path, { headers: AS_BROWSER })).arrayBuffer();
    const { loaded, lastMs } = await followRequests(await page.context().newCDPSession(page));
    const answer = await page.goto(origin + budget.path, { waitUntil: 'load' });
    if (answer?.status() !== 200) throw new Error(`${budget.path} answered ${answer?.status()}`);
    const idleMs = budget.isOwn ? DRIVE_IDLE_MS : IDLE_MS;
    while (performance.now() - lastMs() < idleMs) await page.waitForTimeout(LOOK_MS);
    const files = loaded.filter(({ type }) => type !== 'Image');
    const scripts = files.filter(({ type }) => type === 'Script');
    const texts = await Promise.all(scripts.map(async ({ url }) => (await fetch(url)).text()));
    return { name: budget.name, files, scripts, hasFramework: texts.some((text) => FRAMEWORK.test(text)) };
  } finally {
    await page.context().close();
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

/** Scripts of public pages hold the names of the parts that load on touch. */
const PUBLIC = { kibibytes: 34, requests: 5, scriptKibibytes: 3.5, scripts: 1, hasFramework: false };

function budgetsOf(sharePath: string): readonly Budget[] {
  return [
    { ...PUBLIC, name: 'home', path: '/en-US', kibibytes: 27 },
    { ...PUBLIC, name: 'help', path: '/en-US/help' },
    { ...PUBLIC, name: 'policy', path: '/en-US/policy/privacy-policy' },
    { ...PUBLIC, name: 'faq', path: '/en-US/faq' },
    { ...PUBLIC, name: 'downloads', path: '/en-US/desktop-app', requests: 6, scriptKibibytes: 5, scripts: 3 },
    { ...PUBLIC, name: 'sign-in', path: '/auth', kibibytes: 26, requests: 4, scriptKibibytes: 6, scripts: 1 },
    // A hundred rows. A sixth of it are ids, which no coding makes smaller.
    { ...PUBLIC, name: 'share', path: sharePath, kibibytes: 22, requests: 4, scriptKibibytes: 2, scripts: 1 },
    // Of a signed-in user: it orders, and follows the session of other windows. The scripts of its forms wait for a touch.
    { ...PUBLIC, name: 'plans', path: '/drive/payment', isOwn: true, requests: 7, scriptKibibytes: 6, scripts: 4 },
    {
      name: 'drive',
      path: '/drive/all',
      isOwn: true,
      // Of it 58 are React and its renderer.
      kibibytes: 160,
      // One of them asks which rows are shared.
      requests: 12,
      scriptKibibytes: 123,
      // Two, and half a KiB that the bundler keeps apart.
      scripts: 3,
      hasFramework: true,
    },
  ];
}

/** Starts the product, looks at its pages, and holds them to their budgets. */
export async function benchWeights(bench: Bench): Promise<ScenarioReport> {
  const { origin } = await bench.product();
  const person = await signIn(origin, PERSON);
  // A file that has no picture: making one is work on the content.
  await person.sendWhole(makeFile(5_000), 'Notes.txt');
  const { paths } = await makeHundred(origin);
  const budgets = budgetsOf(paths[0] ?? '');
  const browser = await bench.browser(true);
  const weighed = [];
  for (const budget of budgets) weighed.push({ budget, page: await weighPage(browser, origin, budget) });
  printTable(
    'Loaded until the page is idle',
    ['page', 'KiB', 'requests', 'document', 'style', 'script', 'scripts'],
    weighed.map(({ page: { name, files, scripts } }) => [
      name,
      kib(files).toFixed(1),
      String(files.length),
      ...['Document', 'Stylesheet'].map((kind) => kib(files.filter(({ type }) => type === kind)).toFixed(1)),
      kib(scripts).toFixed(1),
      String(scripts.length),
    ]),
  );
  return {
    figures: weighed.map(({ page: { scripts: _, ...page } }) => page),
    checks: weighed.flatMap(({ budget, page }) => checksOf(budget, page)),
  };
}
