/**
 * Markup that a view made once, with marks in place of the texts that differ from page to page. Filling is a tenth of the time of
 * rendering. The view stays the one source of the markup; values are escaped as React escapes them. Pure.
 */

/** Where a text goes. Private-use characters: no text of ours has them, and React leaves them as they are. */
export function markOf(name: string): string {
  return `\uE000${name}\uE001`;
}

const ICON_CLASS = ' class="lucide';

/** The class of an icon without the names of its library. @param rest  of the class */
function ownClass(rest: string): string {
  const own = rest.split(' ').filter((name) => name !== '' && !name.startsWith('lucide-'));
  return own.length === 0 ? '' : ` class="${own.join(' ')}"`;
}

/** Icons without names that no rule and no script reads, and without the namespace, which is HTML's own. */
export function slimIcons(html: string): string {
  const [first = '', ...others] = html.split(ICON_CLASS);
  const slim = others.map((other) => {
    const end = other.indexOf('"');
    return ownClass(other.slice(0, end)) + other.slice(end + 1);
  });
  return (first + slim.join(''))
    .replaceAll(' xmlns="http://www.w3.org/2000/svg"', '')
    .replace(/><\/(?:circle|path|rect|stop|use)>/g, '/>');
}

export interface Template {
  /** @param texts  by the name of their mark, not escaped. @throws Error for a mark without a text: a programming error */
  fill(texts: Readonly<Record<string, string>>): string;
}

const SPECIAL = /["&'<>]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
};

/** As React writes texts and attributes. */
export function escapeHtml(text: string): string {
  return SPECIAL.test(text) ? text.replace(/["&'<>]/g, (sign) => ESCAPES[sign] ?? sign) : text;
}

/** @param html  made by a view that was given marks */
export function makeTemplate(html: string): Template {
  const [first = '', ...others] = html.split('\uE000');
  const parts = others.map((other) => {
    const end = other.indexOf('\uE001');
    return { name: other.slice(0, end), after: other.slice(end + 1) };
  });
  return {
    fill(texts) {
      let filled = first;
      for (const { name, after } of parts) {
        const text = texts[name];
        if (text === undefined) throw new Error(`a template has no text for ${name}`);
        filled += escapeHtml(text) + after;
      }
      return filled;
    },
  };
}
