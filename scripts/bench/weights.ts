/**
 * Bytes that pages load before the user acts: scripts and styles as the server sends them, by gzip and Brotli, against
 * budgets. Follows the HTML of a running server, then the islands that load by themselves.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { ROOT } from '#scripts/build/ensure.ts';
import { makeFile } from './harness/bytes.ts';
import { sessionCookie, signIn } from './harness/client.ts';
import { atMost, type Check, printTable, type ScenarioReport } from './harness/report.ts';
import { makeScratch, startProduct } from './harness/server.ts';
import type { BenchOptions } from './harness/settings.ts';

interface Budget {
  name: string;
  path: string;
  cookie?: string;
  /** KiB of script, gzip. */
  scriptKibibytes: number;
  framework: boolean;
}

interface Weight {
  files: string[];
  rawBytes: number;
  gzipBytes: number;
  brotliBytes: number;
}

/** KiB of style, gzip, on every page. */
const STYLE_KIBIBYTES = 15;
/** Marks that React leaves in every build of it. */
const FRAMEWORK = /react\.transitional\.element|react\.element|__reactContainer|hydrateRoot/;
/** Strategies of islands that wait for a person. */
const WAITING = new Set(['intent']);

function get(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }> {
  return new Promise((resolve, reject) => {
    http
      .get(url, { headers, agent: false }, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.once('error', reject);
        answer.once('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
        );
      })
      .once('error', reject);
  });
}

interface ManifestChunk {
  file: string;
  imports?: string[];
}

function readManifest(): Record<string, ManifestChunk> {
  return JSON.parse(readFileSync(path.join(ROOT, 'dist/client/.vite/manifest.json'), 'utf8')) as Record<
    string,
    ManifestChunk
  >;
}

/** Files of an island and of all it imports, as addresses. */
function islandFiles(manifest: Record<string, ManifestChunk>, id: string): string[] {
  const found = new Set<string>();
  const visit = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || found.has(`/${chunk.file}`)) return;
    found.add(`/${chunk.file}`);
    for (const next of chunk.imports ?? []) visit(next);
  };
  visit(`client/${id}.island.tsx`);
  return [...found];
}

function attribute(tag: string, name: string): string {
  return new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

/** Everything a page asks for by itself. */
function assetsOf(html: string, manifest: Record<string, ManifestChunk>): { scripts: string[]; styles: string[] } {
  const tags = html.match(/<[a-z][^>]*>/g) ?? [];
  const scripts = new Set<string>();
  const styles = new Set<string>();
  for (const tag of tags) {
    if (tag.startsWith('<script') && attribute(tag, 'src')) scripts.add(attribute(tag, 'src'));
    if (tag.startsWith('<link') && attribute(tag, 'rel') === 'modulepreload') scripts.add(attribute(tag, 'href'));
    if (tag.startsWith('<link') && attribute(tag, 'rel') === 'stylesheet') styles.add(attribute(tag, 'href'));
    const island = attribute(tag, 'data-island');
    if (island !== '' && !WAITING.has(attribute(tag, 'data-load')))
      for (const file of islandFiles(manifest, island)) scripts.add(file);
  }
  return { scripts: [...scripts], styles: [...styles] };
}

/** Weighs files as the server sends them. */
async function weigh(origin: string, files: readonly string[]): Promise<Weight & { text: string }> {
  const weight = { files: [...files], rawBytes: 0, gzipBytes: 0, brotliBytes: 0, text: '' };
  for (const file of files) {
    const [plain, gzip, brotli] = await Promise.all(
      ['identity', 'gzip', 'br'].map((coding) => get(`${origin}${file}`, { 'accept-encoding': coding })),
    );
    if (plain?.status !== 200 || gzip === undefined || brotli === undefined)
      throw new Error(`${file} answered ${plain?.status}`);
    weight.rawBytes += plain.body.length;
    weight.gzipBytes += gzip.body.length;
    weight.brotliBytes += brotli.body.length;
    weight.text += plain.body.toString('utf8');
  }
  return weight;
}

/** Weighs what a page needs to be alive. */
async function weighPage(origin: string, budget: Budget, manifest: Record<string, ManifestChunk>) {
  const headers = {
    'accept-language': 'en-US',
    'accept-encoding': 'gzip',
    ...(budget.cookie ? { cookie: budget.cookie } : {}),
  };
  const page = await get(`${origin}${budget.path}`, headers);
  if (page.status !== 200) throw new Error(`${budget.path} answered ${page.status}`);
  const isCompressed = page.headers['content-encoding'] === 'gzip';
  const html = isCompressed ? gunzipSync(page.body) : page.body;
  const { scripts, styles } = assetsOf(html.toString('utf8'), manifest);
  const script = await weigh(origin, scripts);
  const style = await weigh(origin, styles);
  const checks: Check[] = [
    atMost(`${budget.name}: script, gzip`, script.gzipBytes / 1024, budget.scriptKibibytes, 'KiB'),
    atMost(`${budget.name}: style, gzip`, style.gzipBytes / 1024, STYLE_KIBIBYTES, 'KiB'),
  ];
  const found = FRAMEWORK.test(script.text);
  // Where a framework is meant to be, finding it proves that the search would find it elsewhere.
  checks.push({
    name: `${budget.name}: ${budget.framework ? 'the framework is recognised' : 'no framework'}`,
    ok: found === budget.framework,
    detail: found ? 'React is among its scripts' : 'none found',
  });
  const sent = { html: html.length, htmlGzip: gzipSync(html).length, htmlBrotli: brotliCompressSync(html).length };
  const { text: _script, ...scriptWeight } = script;
  const { text: _style, ...styleWeight } = style;
  return { name: budget.name, isCompressed, ...sent, script: scriptWeight, style: styleWeight, checks };
}

/** Starts the product, looks at its pages, and holds them to their budgets. */
export async function benchWeights(options: BenchOptions): Promise<ScenarioReport> {
  const scratch = makeScratch();
  const server = await startProduct(options.port, path.join(scratch.dir, 'product'));
  try {
    const { origin } = server;
    const person = await signIn(origin, 'bob@example.com');
    const sent = await person.send(makeFile(5_000), 'A shared file.pdf', '', 1);
    await person.untilDone(sent);
    const sharePath = `/s/${await person.share([sent.id])}`;
    const cookie = await sessionCookie(origin);
    const manifest = readManifest();
    const budgets: Budget[] = [
      { name: 'home', path: '/en-US', scriptKibibytes: 3, framework: false },
      { name: 'help', path: '/en-US/help', scriptKibibytes: 3, framework: false },
      { name: 'policy', path: '/en-US/policy/privacy-policy', scriptKibibytes: 3, framework: false },
      { name: 'faq', path: '/en-US/faq', scriptKibibytes: 3, framework: false },
      { name: 'downloads', path: '/en-US/desktop-app', scriptKibibytes: 3, framework: false },
      { name: 'sign-in', path: '/auth', scriptKibibytes: 8, framework: false },
      { name: 'share', path: sharePath, scriptKibibytes: 12, framework: false },
      { name: 'drive', path: '/drive/all', cookie, scriptKibibytes: 130, framework: true },
    ];
    const pages = [];
    for (const budget of budgets) pages.push(await weighPage(origin, budget, manifest));
    const kib = (bytes: number): string => (bytes / 1024).toFixed(2);
    printTable(
      'Loaded before interaction, KiB',
      ['page', 'HTML', 'HTML gz/br', 'sent gz', 'script raw', 'script gz/br', 'style raw', 'style gz/br', 'files'],
      pages.map((page) => [
        page.name,
        kib(page.html),
        `${kib(page.htmlGzip)} / ${kib(page.htmlBrotli)}`,
        page.isCompressed ? 'yes' : 'no',
        kib(page.script.rawBytes),
        `${kib(page.script.gzipBytes)} / ${kib(page.script.brotliBytes)}`,
        kib(page.style.rawBytes),
        `${kib(page.style.gzipBytes)} / ${kib(page.style.brotliBytes)}`,
        String(page.script.files.length + page.style.files.length),
      ]),
    );
    const checks = pages.flatMap((page) => page.checks);
    return { figures: pages.map(({ checks: _, ...page }) => page), checks };
  } finally {
    await server.stop();
    scratch.remove();
  }
}
