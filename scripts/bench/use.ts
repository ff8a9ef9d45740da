/**
 * The drive under a person's hands, on a processor four times slower: how long 500 presses and keys take until the next frame (INP), how many
 * frames come late while a list, tiles and a shared folder scroll, and how far each page shifts, also while files land in it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright';
import { makeManyFiles } from './fill.ts';
import { type Bench, openCold } from './harness/bench.ts';
import { signIn } from './harness/client.ts';
import { percentile } from './harness/measure.ts';
import { atLeast, atMost, printTable, type ScenarioReport } from './harness/report.ts';

const PERSON = 'carla@example.com';
const OPERATOR = 'olga@example.com';
const FILES = 1_000;
const SLOWER = 4;
const INTERACTIONS = 500;
const MOST_INP_MS = 100;
const MOST_LATE_PERCENT = 1;
/** Of a bare list of the same lines. */
const MOST_TIMES_LATE = 2;
const MOST_SHIFT = 0.02;
const SCROLLED_PX = 20_000;
const SPEED_PX = 8_000;
/** A page that is still moves nothing after this time. */
const SETTLE_MS = 1_500;
const LANDING_FILES = 40;
/** Events that took less than 16 ms are not reported: the count of interactions says how many there were. */
const WATCH = `
  globalThis.used = { presses: new Map(), shift: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { interactionId: id, duration } of list.getEntries())
      if (id) used.presses.set(id, Math.max(duration, used.presses.get(id) ?? 0));
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  new PerformanceObserver((list) => {
    for (const { hadRecentInput, value, sources } of list.getEntries())
      if (!hadRecentInput) {
        used.shift += value;
        used.moved.push(value.toFixed(3) + ' ' + sources.map(({ node }) => node?.className || node?.nodeName).join(', '));
      }
  }).observe({ type: 'layout-shift', buffered: true });
`;
const FRAMES = `
  globalThis.frames = { all: 0, late: 0 };
  let last = performance.now();
  const frame = (now) => {
    frames.all += 1;
    if (now - last > 33.4) frames.late += 1;
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
`;

async function slowed(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return session;
}

const hydrated = (page: Page, island: string) =>
  page.locator(`[data-island="drive/${island}"][data-hydrated]`).waitFor();

type Act = (page: Page, file: string) => Promise<void>;

/** Acts of a person, again and again; each leaves the page as it was. */
const ACTS: Readonly<Record<string, Act>> = {
  async select(page, file) {
    await page.getByRole('checkbox', { name: `Select ${file}`, exact: true }).click();
    await page.keyboard.press('Escape');
  },
  async menu(page, file) {
    await page.getByRole('button', { name: `More for ${file}`, exact: true }).click();
    await page.getByRole('menu').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
  },
  async rename(page, file) {
    await page.getByRole('checkbox', { name: `Select ${file}`, exact: true }).click();
    await page.keyboard.press('F2');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
  },
  async keys(page) {
    for (const key of ['ArrowDown', 'ArrowDown', 'Space', 'ArrowUp', 'Escape']) await page.keyboard.press(key);
  },
  async view(page) {
    await page.getByRole('link', { name: 'Grid', exact: true }).click();
    await page.getByRole('link', { name: 'List', exact: true }).click();
  },
  async details(page) {
    for (let press = 0; press < 2; press += 1)
      await page.getByRole('button', { name: 'Details', exact: true }).first().click();
  },
  async search(page) {
    await page.getByRole('searchbox').click();
    for (const key of ['e', 'n', 't']) await page.keyboard.press(key, { delay: 40 });
    await page.getByRole('heading', { name: 'Search: ent' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Search: ent' }).waitFor({ state: 'detached' });
  },
  async palette(page) {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').waitFor();
    for (const key of ['e', 'n']) await page.keyboard.press(key, { delay: 40 });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await page.getByRole('combobox').waitFor({ state: 'detached' });
  },
};

interface Used {
  readonly count: number;
  readonly reported: readonly number[];
}

const readUse = (page: Page): Promise<Used> =>
  page.evaluate('({ count: performance.interactionCount, reported: [...used.presses.values()] })');

/** Times of all interactions, ms; those that are not reported count as 0. */
async function interact(browser: Browser, origin: string, folderId: string): Promise<ReadonlyMap<string, number[]>> {
  const times = new Map<string, number[]>();
  let count = 0;
  for (let round = 0; count < INTERACTIONS; round += 1)
    for (const [name, act] of Object.entries(ACTS)) {
      const page = await openCold(browser, origin, PERSON);
      await page.addInitScript({ content: WATCH });
      await page.goto(`${origin}/drive/all/${folderId}?view=list`);
      for (const island of ['browser', 'search', 'upload']) await hydrated(page, island);
      await slowed(page);
      await page
        .getByRole('checkbox', { name: /^Select entry/ })
        .first()
        .waitFor();
      const label = await page
        .getByRole('checkbox', { name: /^Select entry/ })
        .nth(round % 8)
        .getAttribute('aria-label');
      const file = (label ?? '').replace('Select ', '');
      // The first time loads what the act needs.
      for (let turn = 0; turn < 3; turn += 1) await act(page, file);
      await delay(SETTLE_MS / 3);
      const { count: made, reported } = await readUse(page);
      const all = [...reported, ...Array<number>(Math.max(0, made - reported.length)).fill(0)];
      times.set(name, [...(times.get(name) ?? []), ...all]);
      count += all.length;
      await page.context().close();
    }
  return times;
}

/** The page of a list as plain markup: all of its lines, each the first one again, and no script. */
const BARE = `
  const list = document.querySelector('[data-listing]');
  const line = list.querySelector('[data-row]').closest('[data-listing] > *');
  const perLine = Number(list.dataset.columns ?? 1);
  const across = [...list.children].slice(0, perLine).map((each) => each.style.left);
  const heightPx = list.getBoundingClientRect().height / Math.ceil(${FILES} / perLine);
  const bare = document.documentElement.cloneNode(true);
  for (const script of bare.querySelectorAll('script, link[rel=modulepreload]')) script.remove();
  const copy = (at) => {
    const made = line.cloneNode(true);
    made.style.left = across[at % perLine];
    made.style.transform = 'none';
    made.style.top = Math.floor(at / perLine) * heightPx + 'px';
    return made;
  };
  bare.querySelector('[data-listing]').replaceChildren(...Array.from({ length: ${FILES} }, (_, at) => copy(at)));
  bare.outerHTML;
`;

interface Frames {
  readonly late: number;
  readonly all: number;
}

const latePercent = ({ late, all }: Frames): number => (100 * late) / all;

/** @param isBare  of the same page without script, with all of its lines */
async function lateFrames(browser: Browser, address: string, origin: string, isBare = false): Promise<Frames> {
  const page = await openCold(browser, origin, PERSON);
  await page.goto(address);
  await delay(SETTLE_MS);
  if (isBare) {
    const html = await page.evaluate<string>(`{${BARE}}`);
    await page.goto('about:blank');
    await page.goto(`${origin}/robots.txt`);
    await page.setContent(`<!doctype html>${html}`);
    await delay(SETTLE_MS);
  }
  const session = await page.context().newCDPSession(page);
  await page.evaluate(FRAMES);
  const gesture = { x: 720, y: 600, yDistance: -SCROLLED_PX, speed: SPEED_PX, gestureSourceType: 'mouse' } as const;
  await session.send('Input.synthesizeScrollGesture', gesture);
  const frames = await page.evaluate<Frames>('frames');
  await page.context().close();
  return frames;
}

interface Shift {
  readonly shift: number;
  readonly moved: readonly string[];
}

/** @param act  what goes on while the page is watched */
async function shiftOf(
  browser: Browser,
  origin: string,
  person: string,
  path: string,
  act?: (page: Page) => Promise<void>,
): Promise<Shift> {
  const page = await openCold(browser, origin, person);
  try {
    await slowed(page);
    await page.addInitScript({ content: WATCH });
    await page.goto(origin + path);
    await act?.(page);
    await delay(SETTLE_MS);
    return await page.evaluate<Shift>('({ shift: used.shift, moved: used.moved })');
  } finally {
    await page.context().close();
  }
}

async function upload(page: Page): Promise<void> {
  await hydrated(page, 'upload');
  const files = Array.from({ length: LANDING_FILES }, (_, at) => ({
    name: `landed ${at}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(`landed ${at} ${Math.random()}`),
  }));
  const press = page.getByRole('button', { name: 'Upload', exact: true }).click();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press]);
  await chooser.setFiles(files);
  await page.getByText(`${LANDING_FILES} items`, { exact: true }).waitFor();
}

/** `--only` takes parts of it: presses, scrolls, shifts. */
export async function benchUse(bench: Bench): Promise<ScenarioReport> {
  const takes = (part: string): boolean => bench.options.only.test(part);
  const { origin } = await bench.product();
  const person = await signIn(origin, PERSON);
  const folderId = await makeManyFiles(person, 'Used', FILES);
  const landing = await person.makeFolder('Landing', '');
  const sharePath = `/s/${await person.share([folderId])}`;
  const browser = await bench.browser();

  const pages: readonly (readonly [who: string, path: string])[] = [
    ...['/en-US', '/auth', '/auth/sign-up', '/en-US/help-center', sharePath].map((path) => ['', path] as const),
    ...['all', 'recent', 'starred', 'tasks', 'shares', 'common', 'trash', 'storage', 'account', 'notifications'].map(
      (place) => [PERSON, `/drive/${place}`] as const,
    ),
    [PERSON, `/drive/all/${folderId}`],
    [PERSON, `/drive/all/${folderId}?view=grid`],
    ...['', '/people', '/letters', '/totals'].map((path) => [OPERATOR, `/ops${path}`] as const),
  ];
  const shifts = new Map<string, Shift>();
  for (const [who, path] of takes('shifts') ? pages : []) shifts.set(path, await shiftOf(browser, origin, who, path));
  if (takes('shifts'))
    shifts.set('while files land', await shiftOf(browser, origin, PERSON, `/drive/all/${landing}`, upload));

  const scrolls: { path: string; own: Frames; bare: Frames | null }[] = [];
  const scrolled = [`/drive/all/${folderId}?view=list`, `/drive/all/${folderId}?view=grid`, sharePath];
  for (const path of takes('scrolls') ? scrolled : []) {
    const own = await lateFrames(browser, origin + path, origin);
    const bare = path === sharePath ? null : await lateFrames(browser, origin + path, origin, true);
    scrolls.push({ path: path.replace(folderId, 'FOLDER').replace(sharePath, 'share'), own, bare });
  }
  printTable(
    'Frames over 33 ms of a scroll',
    ['', 'late %', 'frames', 'late % of the bare list', 'frames'],
    scrolls.map(({ path, own, bare }) => [
      path,
      ...[own, bare].flatMap((each) => (each ? [latePercent(each).toFixed(1), String(each.all)] : ['', ''])),
    ]),
  );

  const times = takes('presses') ? await interact(browser, origin, folderId) : new Map<string, number[]>();
  const all = [...times.values()].flat();
  printTable(
    'Presses and keys on a processor four times slower',
    ['', 'number', 'p50 ms', 'p75 ms', 'p98 ms'],
    [...times].map(([name, ms]) => [
      name,
      ...[ms.length, ...[0.5, 0.75, 0.98].map((share) => percentile(ms, share))].map(String),
    ]),
  );
  for (const [path, { shift, moved }] of shifts)
    if (shift > MOST_SHIFT) process.stdout.write(`${path} shifts by ${shift.toFixed(3)}: ${moved.join(' | ')}\n`);
  return {
    figures: {
      times: Object.fromEntries(times),
      scrolls,
      shifts: Object.fromEntries(shifts),
    },
    checks: [
      ...(takes('presses')
        ? [
            atLeast('interactions', all.length, INTERACTIONS),
            atMost('INP, 75 of 100', percentile(all, 0.75), MOST_INP_MS, 'ms'),
          ]
        : []),
      // Without a graphics card even a bare list has late frames.
      ...scrolls.map(({ path, own, bare }) => {
        const most = Math.max(MOST_LATE_PERCENT, bare ? MOST_TIMES_LATE * latePercent(bare) : 0);
        return atMost(`late frames of ${path}`, latePercent(own), most, '%');
      }),
      ...[...shifts].map(([path, { shift }]) => atMost(`shift of ${path}`, shift, MOST_SHIFT, '')),
    ],
  };
}
