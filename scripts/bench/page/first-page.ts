/** The first page of a folder as somebody new to it gets it: nothing in the browser's cache, all that the page asks for counted. */
import type { Browser } from 'playwright';
import { openContext, readFirstRows, readMemory } from '../drive/drive-page.ts';
import { printTable, showSpread } from '../harness/report.ts';
import { type Figures, interleave } from '../harness/rounds.ts';

const KIB = 1_024;

export interface FirstPage {
  readonly name: string;
  readonly origin: string;
  readonly url: string;
  /** Of a session of its own, for a used one is renewed by the page; '' for none. */
  readonly cookie: () => Promise<string>;
}

/** One opening in a browser profile of its own, looked at until nothing more comes. */
async function openCold(browser: Browser, { origin, url, cookie }: FirstPage): Promise<Record<string, number>> {
  const context = await openContext(browser, origin, await cookie());
  try {
    const page = await context.newPage();
    const wire = await context.newCDPSession(page);
    let [requests, bytes] = [0, 0];
    wire.on('Network.requestWillBeSent', ({ request }) => {
      if (!request.url.startsWith('data:')) requests += 1;
    });
    wire.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await wire.send('Network.enable');
    const { firstByteMs, firstRowMs } = await readFirstRows(page, url);
    await page.waitForLoadState('networkidle');
    const { heapMib, nodes } = await readMemory(page);
    return { firstByteMs, firstRowMs, requests, kib: bytes / KIB, heapMib, nodes };
  } finally {
    await context.close();
  }
}

/** By turns, so that a slow minute of the machine meets all of them; told in one table. */
export async function benchFirstPages(
  browser: Browser,
  targets: readonly FirstPage[],
  rounds: number,
): Promise<Map<string, Figures>> {
  const found = await interleave(targets, rounds, (target) => openCold(browser, target));
  printTable(
    'First page with an empty cache, until nothing more comes',
    ['page', 'first byte ms', 'first row ms', 'requests', 'KiB on the wire', 'heap MiB', 'elements'],
    targets.map(({ name }) => {
      const figures = found.get(name);
      return [
        name,
        showSpread(figures?.['firstByteMs'], 1),
        showSpread(figures?.['firstRowMs'], 1),
        ...['requests', 'kib'].map((figure) => showSpread(figures?.[figure])),
        showSpread(figures?.['heapMib'], 1),
        showSpread(figures?.['nodes']),
      ];
    }),
  );
  return found;
}
