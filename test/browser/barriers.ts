/**
 * Accessibility rules in browser tests. A page that differs from one without violations only in what no rule reads, such as
 * other words of the same kind, is not judged again. `AXE=full` judges every page, as `npm run crawl` does.
 */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { readAxe } from '#scripts/crawl/read-page.ts';
import { LOCALES } from '#shared/locale/tags.ts';

/** Fingerprints of pages that broke no rule, in this process. */
const clean = new Set<string>();

/** The same of all processes of a run of `npm test`, one a line. */
const sharedFile = process.env['MAGPIE_CLEAN_PAGES'];

function isClean(fingerprint: string): boolean {
  if (!clean.has(fingerprint) && sharedFile !== undefined && existsSync(sharedFile))
    for (const line of readFileSync(sharedFile, 'utf8').split('\n')) clean.add(line);
  return clean.has(fingerprint);
}

function noteClean(fingerprint: string): void {
  clean.add(fingerprint);
  if (sharedFile !== undefined) appendFileSync(sharedFile, `${fingerprint}\n`);
}

/** Violations of accessibility rules, one line each. */
export async function readBarriers(page: Page): Promise<string[]> {
  if (process.env['AXE'] === 'full') return readAxe(page);
  const fingerprint = await fingerprintOf(page);
  if (isClean(fingerprint)) return [];
  const violations = await readAxe(page);
  if (violations.length === 0) noteClean(fingerprint);
  return violations;
}

/** The same for pages that all rules see alike, at the same width. */
export async function fingerprintOf(page: Page): Promise<string> {
  const lines = await page.evaluate(describePage, { locales: [...LOCALES], ...ATTRIBUTES });
  return createHash('sha256').update(lines).digest('base64');
}

const ATTRIBUTES = {
  /** No rule reads them. Their effect on the looks is in the computed style. */
  unread:
    `action class crossorigin d datetime decoding fetchpriority formaction height integrity loading max maxlength min minlength nonce
    pattern points sizes srcset style version width xmlns`.split(/\s+/),
  names: 'alt aria-label aria-placeholder aria-roledescription aria-valuetext label placeholder title value'.split(' '),
  references:
    `aria-activedescendant aria-controls aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby aria-owns
    commandfor for form headers id list popovertarget`.split(/\s+/),
  /** Those whose name should contain the words that are seen on them. */
  widgets: `a, button, option, summary,
    :is([role=button], [role=checkbox], [role=columnheader], [role=gridcell], [role=link], [role=menuitem], [role=menuitemcheckbox]),
    :is([role=menuitemradio], [role=option], [role=radio], [role=row], [role=rowheader], [role=switch], [role=tab], [role=treeitem])`,
  addresses: ['data', 'href', 'src', 'xlink:href'],
  languages: ['hreflang', 'lang', 'xml:lang'],
  numbers:
    `aria-colcount aria-colindex aria-posinset aria-rowcount aria-rowindex aria-setsize aria-valuemax aria-valuemin
    aria-valuenow`.split(/\s+/),
};

/**
 * Everything in the page that a rule reads, one line an element. Runs in the page, so it uses nothing of this module.
 * Names and ids are numbered as they appear: that says which are equal. An attribute of no list counts as it is.
 */
function describePage(known: typeof ATTRIBUTES & { readonly locales: readonly string[] }): string {
  const numbers = new Map<string, number>();
  const numberOf = (kind: 'id' | 'name', text: string): number => {
    const key = `${kind} ${text}`;
    numbers.set(key, numbers.get(key) ?? numbers.size);
    return numbers.get(key) ?? 0;
  };
  const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
  const tokens = (text: string | null): string[] => (text ?? '').split(/\s+/).filter(Boolean);
  /** Rules tell apart no text, one sign, signs that are no letters, and words. */
  const kindOf = (text: string): string =>
    text === '' ? '' : `${/[\p{L}\p{N}]/u.test(text) ? 'words' : 'signs'}${text.length === 1 ? ' 1' : ''}`;
  const addressOf = (value: string): string => {
    if (value === '') return 'none';
    const url = new URL(value, location.href);
    const isHere = url.pathname === location.pathname && url.hash !== '';
    return isHere ? `${value.startsWith('#') ? '' : 'here'}#${numberOf('id', url.hash.slice(1))}` : url.protocol;
  };
  const meaningOf = (element: Element, { name, value }: Attr): string => {
    if (known.references.includes(name))
      return tokens(value)
        .map((id) => numberOf('id', id))
        .join();
    if (known.names.includes(name)) return `${kindOf(plain(value))}${numberOf('name', plain(value))}`;
    if (known.addresses.includes(name)) return addressOf(value);
    if (known.languages.includes(name) && known.locales.includes(value)) return 'known';
    if (known.numbers.includes(name) && value !== '' && Number.isFinite(Number(value))) return 'number';
    if (name === 'content' && !element.matches('[name=viewport], [http-equiv]')) return '';
    return value;
  };
  const attributesOf = (element: Element): string =>
    [...element.attributes]
      .filter(({ name }) => !name.startsWith('data-') && !known.unread.includes(name))
      .map((attribute) => `${attribute.name}=${meaningOf(element, attribute)}`)
      .sort()
      .join(' ');
  /** How the name in an attribute relates to the words that are seen: it contains them, or which the two are. */
  const relationOf = (element: Element): string => {
    const referred = tokens(element.getAttribute('aria-labelledby')).map(
      (id) => document.getElementById(id)?.textContent,
    );
    const name = plain(referred.join(' ')) || plain(element.getAttribute('aria-label'));
    const around = element.matches('img[alt]') ? plain(element.closest('a, button')?.textContent) : '';
    if (around !== '' && around === plain(element.getAttribute('alt'))) return `repeats ${around}`;
    if (name === '') return '';
    const seen = element.matches(known.widgets) ? plain(element.textContent) : '';
    return `named ${kindOf(name)}${numberOf('name', name)}${name.includes(seen) ? '' : ` as ${name}, shows ${seen}`}`;
  };
  const looksOf = (element: Element, isText: boolean): string => {
    const style = getComputedStyle(element);
    const { width, height, right, bottom } = element.getBoundingClientRect();
    const canScroll = /auto|scroll/.test(`${style.overflowX} ${style.overflowY}`);
    const isLonger = element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth;
    const looks = [
      'display',
      'visibility',
      'opacity',
      'background-color',
      'position',
      'z-index',
      'float',
      'clip',
      'clip-path',
    ];
    looks.push('overflow', 'filter', 'mix-blend-mode', 'pointer-events');
    if (isText) looks.push('color', 'font-size', 'font-weight', 'font-style', 'text-shadow', 'text-indent');
    if (isText)
      looks.push('text-decoration-line', '-webkit-text-fill-color', 'border-bottom-style', 'border-bottom-color');
    const drawn = ['::before', '::after'].map((part) => {
      const own = getComputedStyle(element, part);
      const image = own.backgroundImage === 'none' ? '' : 'image';
      return own.content === 'none'
        ? ''
        : `${own.content === '""'} ${own.backgroundColor} ${image} ${own.position} ${own.display}`;
    });
    return [
      ...looks.map((name) => style.getPropertyValue(name)),
      style.backgroundImage.replace(/url\([^)]*\)/g, 'url'),
      width === 0 || height === 0 ? 'no box' : '',
      right <= 0 || bottom + scrollY <= 0 ? 'outside' : '',
      canScroll && isLonger ? 'scrolls' : '',
      ...drawn,
    ].join();
  };
  const lines: string[] = [`${innerWidth} ${kindOf(plain(document.title))} ${attributesOf(document.documentElement)}`];
  const walk = (parent: Element | ShadowRoot, depth: number): void => {
    for (const element of parent.children) {
      if (element.matches('script, style, template')) continue;
      const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const kind = kindOf(plain(own.map(({ nodeValue }) => nodeValue).join(' ')));
      const isField = element.matches('input, select, textarea');
      const states = [':modal', ':popover-open', ':disabled', ':checked'].filter((state) => element.matches(state));
      if (isField) states.push(kindOf(plain((element as HTMLInputElement).value)));
      if (element.matches('head')) {
        for (const meta of element.querySelectorAll('meta[name=viewport], meta[http-equiv]'))
          lines.push(attributesOf(meta));
        continue;
      }
      // In elements that are not shown, rules read the ids and the texts that names refer to.
      if (!element.checkVisibility({ visibilityProperty: true })) {
        if (element.id !== '') lines.push(`${numberOf('id', element.id)} hidden ${kindOf(plain(element.textContent))}`);
      } else {
        const looks = looksOf(element, isField || kind !== '');
        lines.push(
          [depth, element.localName, kind, ...states, attributesOf(element), relationOf(element), looks].join(' '),
        );
      }
      if (element.shadowRoot) walk(element.shadowRoot, depth + 1);
      // Lines of a drawing say nothing to rules; its texts do.
      if (element.localName === 'svg')
        for (const text of element.querySelectorAll('title, desc, text'))
          lines.push(`${text.localName} ${kindOf(plain(text.textContent))}`);
      else walk(element, depth + 1);
    }
  };
  walk(document.documentElement, 0);
  return lines.join('\n');
}
