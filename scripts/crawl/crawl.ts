/**
 * Visits every page in every language in a real browser and holds it to what a page must be: in its language, with all its
 * texts, without broken links, and in each look without complaints of the browser, sideways scrolling or barriers.
 */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { splitLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { matchRoute } from '#shared/route-table.ts';
import type { RouteId } from '#shared/routes.ts';
import { askLink } from './links.ts';
import { readingFaults, untranslated } from './page-faults.ts';
import { type PageReading, readAxe, readOverflow, readPage } from './read-page.ts';
import { type Caller, type Stop, stopsIn } from './stops.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

export interface CrawlOptions {
  readonly origin: string;
  readonly locales: readonly Locale[];
  /** Files of texts, as in locales/en-US. */
  readonly namespaces: readonly string[];
  readonly executablePath: string | undefined;
  readonly person: Credentials;
  readonly operator: Credentials;
  /** Addresses that hold this text. */
  readonly only: string;
  /** One look, and barriers in other languages than English on one page of each layout only. */
  readonly isQuick: boolean;
  print(line: string): void;
}

export interface CrawlResult {
  readonly pages: number;
  readonly links: number;
  readonly axeRuns: number;
  readonly faults: readonly string[];
}

/** Routes that stand for their layouts in a quick crawl in other languages than en-US. */
const AXE_TEMPLATES: ReadonlySet<RouteId> = new Set([
  'home',
  'site.faq',
  'site.contact',
  'policy.document',
  'site.desktop-app',
]);

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** The first is also read. */
const LOOKS: readonly [Look, ...Look[]] = [
  { width: 320, colorScheme: 'light' },
  { width: 320, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
];
const HEIGHT = 720;

type Callers = Readonly<Record<Caller, BrowserContext>>;

async function callersOf(browser: Browser, locale: Locale, options: CrawlOptions): Promise<Callers> {
  const make = async (credentials?: Credentials): Promise<BrowserContext> => {
    const [{ width }] = LOOKS;
    const context = await browser.newContext({
      viewport: { width, height: HEIGHT },
      locale,
      reducedMotion: 'reduce',
      hasTouch: true,
    });
    if (credentials) await signIn(context, options.origin, credentials);
    return context;
  };
  return { visitor: await make(), person: await make(options.person), operator: await make(options.operator) };
}

async function signIn(context: BrowserContext, origin: string, { username, password }: Credentials): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${origin}/auth?next=%2Fdrive%2Fall`);
  await page.locator('input[name=username]:not([type=hidden])').fill(username);
  await page.locator('input[name=password]:not([type=hidden])').fill(password);
  await page.locator('form:has(input[type=password]) button[type=submit]').first().click();
  await page.waitForURL('**/drive/all');
  await page.close();
}

interface Seen {
  readonly stop: Stop;
  readonly reading: PageReading;
  readonly axeRuns: number;
  readonly faults: string[];
}

/** Faults of an open page in one look after another, and how often barriers were looked for. */
async function lookAt(
  page: Page,
  { id, locale }: Stop,
  isQuick: boolean,
): Promise<{ axeRuns: number; faults: string[] }> {
  const [first] = LOOKS;
  const faults: string[] = [];
  if (isQuick && locale !== 'en-US' && !AXE_TEMPLATES.has(id)) return { axeRuns: 0, faults };
  const looks = isQuick ? [first] : LOOKS;
  for (const { width, colorScheme } of looks) {
    const name = `${width} px, ${colorScheme}`;
    await page.setViewportSize({ width, height: HEIGHT });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const overflow = await readOverflow(page);
    if (overflow > 0) faults.push(`${name}: is ${overflow} px wider than its window`);
    for (const line of await readAxe(page)) faults.push(`${name}: barrier: ${line}`);
  }
  return { axeRuns: looks.length, faults };
}

async function see(stop: Stop, callers: Callers, options: CrawlOptions): Promise<Seen> {
  const page = await callers[stop.as].newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself says that a page was not found; that is no fault of the page.
    if (message.type() === 'error' && !/status of (403|404|410|451)/.test(message.text()))
      faults.push(`console: ${message.text()}`);
  });
  try {
    const answer = await page.goto(`${options.origin}${stop.path}`, { waitUntil: 'load' });
    if (!stop.statuses.includes(answer?.status() ?? 0)) faults.push(`answers ${answer?.status()}`);
    const reading = await readPage(page);
    faults.push(...readingFaults(reading, stop.locale, options.namespaces));
    const landed = new URL(page.url()).pathname;
    const isPrefixed = splitLocale(stop.path).locale !== null;
    if (
      isPrefixed &&
      splitLocale(landed).locale !== stop.locale &&
      matchRoute(splitLocale(landed).path)?.row.languages !== 'bare'
    )
      faults.push(`leads to ${landed}`);
    const looks = await lookAt(page, stop, options.isQuick);
    faults.push(...looks.faults);
    return { stop, reading, axeRuns: looks.axeRuns, faults };
  } finally {
    await page.close();
  }
}

/** Articles and other pages that only links lead to. */
function newStops(reading: PageReading, { locale }: Stop, origin: string, known: ReadonlySet<string>): Stop[] {
  const found: Stop[] = [];
  for (const link of reading.links) {
    const url = new URL(link);
    const { locale: prefix, path } = splitLocale(url.pathname);
    if (url.origin !== origin || prefix !== locale || url.search !== '') continue;
    const match = matchRoute(path);
    if (match?.id === 'site.help-article' && !known.has(`${locale} ${url.pathname}`))
      found.push({ id: match.id, locale, path: url.pathname, statuses: [200], as: 'visitor' });
  }
  return found;
}

function hashFault(link: string, readings: ReadonlyMap<string, PageReading>): boolean {
  const url = new URL(link);
  const hash = decodeURIComponent(url.hash.slice(1));
  const target = readings.get(url.pathname);
  return hash !== '' && target !== undefined && !target.ids.includes(hash);
}

export async function crawl(options: CrawlOptions): Promise<CrawlResult> {
  const browser = await chromium.launch({
    ...(options.executablePath ? { executablePath: options.executablePath } : {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  const faults: string[] = [];
  const english = new Map<string, readonly string[]>();
  const asked = new Map<string, boolean>();
  let [pages, axeRuns] = [0, 0];
  try {
    // English first: the others are compared with it.
    const locales = ['en-US' as Locale, ...options.locales.filter((locale) => locale !== 'en-US')];
    for (const locale of locales) {
      const callers = await callersOf(browser, locale, options);
      const stops = stopsIn([locale]).filter(({ path }) => path.includes(options.only));
      const known = new Set(stops.map(({ path }) => `${locale} ${path}`));
      const readings = new Map<string, PageReading>();
      for (const stop of stops) {
        const { reading, axeRuns: runs, faults: own } = await see(stop, callers, options);
        pages += 1;
        axeRuns += runs;
        readings.set(stop.path, reading);
        for (const next of newStops(reading, stop, options.origin, known)) {
          known.add(`${locale} ${next.path}`);
          stops.push(next);
        }
        const real = splitLocale(stop.path).path;
        if (locale === 'en-US') english.set(real, reading.blocks);
        else
          for (const text of untranslated(reading.blocks, english.get(real) ?? []))
            own.push(`in English: ${text.slice(0, 80)}`);
        faults.push(...own.map((fault) => `${locale} ${stop.path}: ${fault}`));
      }
      // The language menu of a page that is not there leads to the same in other languages.
      const lost = new Set(
        stops.filter(({ statuses }) => !statuses.includes(200)).map(({ path }) => splitLocale(path).path),
      );
      for (const [path, reading] of readings) {
        for (const link of new Set(reading.links)) {
          const to = splitLocale(new URL(link).pathname).path;
          if (new URL(link).origin !== options.origin || lost.has(to)) continue;
          // Only operators are answered there, and the crawl has visited them as one.
          if (matchRoute(to)?.id.startsWith('ops.')) continue;
          if (hashFault(link, readings)) faults.push(`${locale} ${path}: no place ${link}`);
          const address = link.replace(/#.*$/, '');
          let isThere = asked.get(address);
          if (isThere === undefined) {
            const { status } = await askLink(address, locale);
            isThere = status < 400;
            asked.set(address, isThere);
          }
          if (!isThere) faults.push(`${locale} ${path}: broken link ${address}`);
        }
      }
      await Promise.all(Object.values(callers).map((context) => context.close()));
      options.print(`${locale}: ${readings.size} pages, ${faults.length} faults so far`);
    }
  } finally {
    await browser.close();
  }
  return { pages, links: asked.size, axeRuns, faults };
}
