/** The site map as a robot reads it: robots.txt, the index, the file of a language, and the pages that it names. */
import { expect, it } from 'vitest';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';

async function text(path: string): Promise<string> {
  const answer = await visit(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.text();
}

const pathsIn = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address.slice(ORIGIN.length));

/** Language -> address, of the `<link>` tags of a page or of an entry of the site map. */
function alternatesIn(markup: string): Record<string, string> {
  const links = [...markup.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"/gi)];
  return Object.fromEntries(links.map(([, tag = '', address = '']) => [tag, address]));
}

it('robots.txt names the index and the file of each language', async () => {
  const robots = await text('/robots.txt');
  const named = [...robots.matchAll(/^Sitemap: (.+)$/gm)].map(([, address = '']) => address.slice(ORIGIN.length));
  const [index = '', ...files] = named;
  expect(pathsIn(await text(index))).toEqual(files);
  expect(files).toHaveLength(LOCALES.length);
});

it.each(['ja', 'pt'] as const)(
  'every page of the site map in %s has this address as its own, and the same alternates',
  async (locale: Locale) => {
    const xml = await text(`/sitemap/${locale}.xml`);
    const entries = xml.split('<url>').slice(1);
    expect(entries.length).toBeGreaterThan(40);
    for (const entry of entries) {
      const [path = ''] = pathsIn(entry);
      const page = await text(path);
      expect([path, page.includes(`<link rel="canonical" href="${ORIGIN}${path}"/>`)]).toEqual([path, true]);
      expect([path, alternatesIn(page)]).toEqual([path, alternatesIn(entry)]);
      expect(page).not.toContain('name="robots" content="noindex');
    }
  },
);

it.each(['/sitemap/de.xml', '/sitemap/ja', '/sitemap/ja.xml.xml', '/sitemap'])(
  'there is no file at %s',
  async (path) => {
    const answer = await visit(path);
    expect(answer.status).toBe(404);
  },
);
