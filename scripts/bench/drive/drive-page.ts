/** A page of the drive in a real Chromium: its first rows, its scrolling under a trace, its memory, its search as typed. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { ensureChromium } from '#scripts/test/chromium.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { isRead, type MainThreadWork, readMainThread, type TraceEvent } from '../harness/trace.ts';

const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'];
/** Tasks of all threads; frames of the page. */
const TASKS = ['toplevel', 'disabled-by-default-devtools.timeline'];
const FRAMES = [...TASKS, 'disabled-by-default-devtools.timeline.frame'];
const SCROLL_PX = 20_000;
const SCROLL_PX_PER_SECOND = 8_000;
const MIB = 2 ** 20;
const LONGEST_SEARCH_MS = 10_000;
const LONGEST_WAIT_MS = 60_000;
const SETTLED_MS = 1_000;
const MAX_TRIES = 5;

/** Written into each document before its own scripts: when the first row was drawn, when an island was alive, long tasks. */
const WATCHER = `
  globalThis.seen = { firstRowMs: 0, aliveMs: 0, longMs: [] };
  new PerformanceObserver((list) => seen.longMs.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({ type: 'longtask', buffered: true });
  const watch = new MutationObserver(() => {
    if (!seen.firstRowMs && document.querySelector('[data-row], .q-table tbody tr')) {
      seen.firstRowMs = -1;
      requestAnimationFrame(() => { seen.firstRowMs = performance.now(); });
    }
    if (!seen.aliveMs && document.querySelector('[data-island="drive/browser"][data-hydrated]')) {
      seen.aliveMs = performance.now();
      watch.disconnect();
    }
  });
  watch.observe(document, { childList: true, subtree: true, attributes: true });
`;

interface Seen {
  firstRowMs: number;
  aliveMs: number;
  longMs: number[];
}

export async function launchChromium(): Promise<Browser> {
  const executablePath = ensureChromium();
  if (executablePath === undefined) throw new Error('no Chromium here, and none could be installed');
  return chromium.launch({ executablePath, args: ARGS });
}

/** @param cookie  of a session, as in `name=value`; '' for none */
export async function openContext(browser: Browser, origin: string, cookie: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, locale: 'en-US' });
  await context.addInitScript(WATCHER);
  const [name = '', ...value] = cookie.split('=');
  if (cookie !== '') {
    // A name that begins so is taken only as the server would set it.
    const secure = name.startsWith('__');
    await context.addCookies([
      { name, value: value.join('='), url: origin.replace('http:', secure ? 'https:' : 'http:'), secure },
    ]);
  }
  return context;
}

/** Waits frame by frame; the page's own policy lets no text be run that comes any other way. @throws Error after a minute */
async function until(page: Page, condition: string): Promise<void> {
  const isSo = await page.evaluate<boolean>(`new Promise((resolve) => {
    const look = () => ((${condition}) ? resolve(true) : requestAnimationFrame(look));
    setTimeout(() => resolve(false), ${LONGEST_WAIT_MS});
    look();
  })`);
  if (!isSo) throw new Error(`${page.url()} has waited too long for: ${condition}`);
}

export interface FirstRows {
  /** Ms since the navigation began. */
  readonly firstByteMs: number;
  readonly firstRowMs: number;
}

/** A new document: when its first byte came, and when a row was drawn. */
export async function readFirstRows(page: Page, url: string): Promise<FirstRows> {
  await page.goto(url, { waitUntil: 'commit' });
  await until(page, 'seen.firstRowMs > 0');
  return page.evaluate<FirstRows>(
    '({ firstByteMs: performance.getEntriesByType("navigation")[0].responseStart, firstRowMs: seen.firstRowMs })',
  );
}

/** All scripts that a page loads by itself: to be alive, and after that. */
export async function readScripts(page: Page, url: string): Promise<readonly string[]> {
  await page.goto(url, { waitUntil: 'networkidle' });
  await until(page, 'seen.aliveMs > 0');
  const paths = await page.evaluate<string[]>(
    "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
  );
  return paths.filter((path) => path.endsWith('.js'));
}

export interface Memory {
  readonly heapMib: number;
  readonly nodes: number;
}

/** After everything that can be collected was. */
export async function readMemory(page: Page): Promise<Memory> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const nodes = await page.evaluate<number>('document.querySelectorAll("*").length');
  await session.detach();
  return { heapMib: usedSize / MIB, nodes };
}

async function traced(page: Page, includedCategories: string[], work: () => Promise<unknown>): Promise<MainThreadWork> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the browser is gone');
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) if (isRead(event)) events.push(event);
  });
  await session.send('Tracing.start', { traceConfig: { includedCategories }, transferMode: 'ReportEvents' });
  await work();
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await ended;
  await session.detach();
  return readMainThread(events);
}

/** A long, even scroll of the wheel, with everything the main thread did meanwhile. @param way  1 is down, -1 up */
export async function scroll(page: Page, way: 1 | -1): Promise<MainThreadWork> {
  const session = await page.context().newCDPSession(page);
  const gesture = { x: 500, y: 400, yDistance: -way * SCROLL_PX, speed: SCROLL_PX_PER_SECOND, preventFling: true };
  const work = await traced(page, FRAMES, () => session.send('Input.synthesizeScrollGesture', gesture));
  await session.detach();
  return work;
}

/** Lines enough for one scroll. */
const PLAIN_LINES = 500;

/** The same scroll over lines without style or script of ours: what the browser and the machine make of scrolling by themselves. */
export async function scrollPlain(context: BrowserContext): Promise<MainThreadWork> {
  const page = await context.newPage();
  try {
    const lines = Array.from({ length: PLAIN_LINES }, (_, at) => `<p><b>entry ${at}.txt</b> 0 B today</p>`);
    await page.setContent(`<style>p { height: 60px; margin: 0; border-top: 1px solid }</style>${lines.join('')}`);
    return await scroll(page, 1);
  } finally {
    await page.close();
  }
}

/** To the end again and again, until nothing more comes. */
export async function scrollToEnd(page: Page): Promise<{ seconds: number; work: MainThreadWork }> {
  const startedMs = performance.now();
  const work = await traced(page, TASKS, () =>
    page.evaluate(`(async () => {
      while (document.querySelector('[data-more]')) {
        scrollTo(0, document.documentElement.scrollHeight);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    })()`),
  );
  return { seconds: (performance.now() - startedMs) / 1_000, work };
}

export interface Typed {
  /** Ms from the answer to its first drawing, for each answer. */
  readonly drawnMs: readonly number[];
  readonly longMs: readonly number[];
}

/** Follows one search from its answer to the drawing after it; -1 when no answer came in time. */
const FOLLOW_SEARCH = `new Promise((resolve) => {
  let [endMs, drawnMs] = [0, 0];
  const tell = () => { if (endMs > 0 && drawnMs >= endMs) resolve(drawnMs - endMs); };
  const answers = new PerformanceObserver((list) => {
    endMs = list.getEntries().find(({ name }) => name.includes('${driveContract.search.path}'))?.responseEnd ?? endMs;
    tell();
    // The same answer as before, as nothing after nothing: there is nothing to draw.
    if (endMs > 0) setTimeout(() => resolve(0), ${SETTLED_MS});
  });
  answers.observe({ type: 'resource' });
  const drawn = new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => { drawnMs = performance.now(); tell(); })));
  drawn.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true, characterData: true });
  setTimeout(() => resolve(-1), ${LONGEST_SEARCH_MS});
})`;

/** Types into the box of names, waits for each answer to be drawn. @throws Error when none comes, however often it is typed */
export async function typeSearch(page: Page, words: readonly string[]): Promise<Typed> {
  await until(page, `document.querySelector('[data-island="drive/search"][data-hydrated]')`);
  const before = await page.evaluate<number>('seen.longMs.length');
  const drawnMs: number[] = [];
  const box = page.locator('#drive-search');
  for (const word of words) {
    let ms = -1;
    for (let tries = 0; ms < 0; tries += 1) {
      if (tries === MAX_TRIES) throw new Error(`no answer to a search for ${word}`);
      const followed = page.evaluate<number>(FOLLOW_SEARCH);
      // What was typed before the box was alive has been heard by nobody.
      if (tries > 0) await box.fill(`${word} `.repeat(tries));
      await box.fill(word);
      ms = await followed;
    }
    drawnMs.push(ms);
  }
  const seen = await page.evaluate<Seen>('seen');
  return { drawnMs, longMs: seen.longMs.slice(before) };
}
