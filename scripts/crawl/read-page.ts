/** Reads one page inside the browser into plain data. page-faults.ts judges it. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

export interface PageReading {
  readonly lang: string;
  readonly title: string;
  /** Texts of the page's own part, one a block, at least 12 letters each. */
  readonly blocks: readonly string[];
  /** Everything a person can read, attributes that are read out included. */
  readonly text: string;
  /** Absolute addresses, with their hash. */
  readonly links: readonly string[];
  readonly ids: readonly string[];
  /** `hreflang` of the alternates in the head. */
  readonly alternates: readonly string[];
  readonly canonical: string;
  readonly headings: number;
  /** Pixels by which the page is wider than its window. */
  readonly overflow: number;
  /** Words that headings break because no line holds them; of scripts that put blanks between words. */
  readonly brokenWords: readonly string[];
}

const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function readPage(page: Page): Promise<PageReading> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const own = document.querySelector('main') ?? document.body;
    const isForeign = (element: Element) => element.closest('[lang]') !== root && element.closest('[lang]') !== null;
    const blocks = [...own.querySelectorAll('h1, h2, h3, h4, p, li, dt, dd, summary, label, button, th, td')]
      .filter(
        (element) => !element.querySelector('p, li, dd, td') && !element.closest('pre, code') && !isForeign(element),
      )
      .map((element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim())
      .filter((text) => text.replace(/[^\p{L}]/gu, '').length >= 12);
    const tops = (node: Node, start: number, end: number) => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
    };
    const brokenWords = [...own.querySelectorAll('h1, h2, h3')].flatMap((heading) => {
      if (!heading.checkVisibility()) return [];
      return [...heading.childNodes].flatMap((node) =>
        [...(node.nodeValue ?? '').matchAll(/[\p{Script=Latin}\p{Script=Cyrillic}]{2,}/gu)]
          .filter(({ 0: word, index }) => tops(node, index, index + word.length).size > 1)
          .map(([word]) => word),
      );
    });
    const attributes = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].map((element) =>
      ['aria-label', 'title', 'placeholder', 'alt'].map((name) => element.getAttribute(name) ?? '').join(' '),
    );
    const copy = document.body.cloneNode(true) as HTMLElement;
    for (const element of copy.querySelectorAll('pre, code, script, style, template')) element.remove();
    return {
      lang: root.lang,
      title: document.title,
      blocks,
      text: `${document.title} ${copy.textContent ?? ''} ${attributes.join(' ')}`,
      links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href),
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      alternates: [...document.querySelectorAll('link[rel=alternate][hreflang]')].map(
        (link) => link.getAttribute('hreflang') ?? '',
      ),
      canonical: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? '',
      headings: document.querySelectorAll('h1').length,
      overflow: root.scrollWidth - root.clientWidth,
      brokenWords,
    };
  });
}

/** Pixels by which the page is wider than its window. */
export function readOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** Violations of accessibility rules, one line each. */
export async function readAxe(page: Page): Promise<string[]> {
  // Through the debugger, so that the page's own policy stays as strict as it is.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(AXE_SOURCE);
  return page.evaluate(async () => {
    const axe = (
      globalThis as unknown as {
        axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown }[] }[] }> };
      }
    ).axe;
    const { violations } = await axe.run({ resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => JSON.stringify(target)).join(' ')}`);
  });
}
