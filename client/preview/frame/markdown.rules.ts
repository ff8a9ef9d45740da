/**
 * Markdown as people write it: boxes of tasks, facts above the text, footnotes, links to headings and to files beside it. Linear.
 * The markup is copied by safe-tree.ts: nothing here has to be safe by itself.
 */
import { Marked, type TokenizerAndRendererExtension, type Tokens } from 'marked';

/** Most footnotes; the definitions of further ones stay in the text. */
const MAX_NOTES = 1_000;
const LABEL = /^\[\^([^\]\s]{1,60})\]/;
const DEFINITION = /^\[\^([^\]\s]{1,60})\]:(.*)$/;

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** A heading as its address: `Größe & Farbe` is `größe--farbe`, as on the sites where such texts come from. */
export function anchorOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** The facts between two lines of dashes at the start (front matter), and the text behind them. */
export function splitFacts(source: string): { readonly facts: string; readonly text: string } {
  const lines = source.split(/\r?\n/);
  if (!/^---\s*$/.test(lines[0] ?? '')) return { facts: '', text: source };
  const end = lines.findIndex((line, index) => index > 0 && /^(---|\.\.\.)\s*$/.test(line));
  const facts = lines.slice(1, Math.max(1, end));
  // Between two rules there may also be a text.
  const isFacts = end > 0 && facts.some((line) => /^[\w.-]{1,60}:(\s|$)/.test(line));
  return isFacts ? { facts: facts.join('\n'), text: lines.slice(end + 1).join('\n') } : { facts: '', text: source };
}

/** Takes the definitions of footnotes out of a text. Indented lines below one continue it; blocks of code are left. */
export function splitNotes(text: string): { readonly notes: ReadonlyMap<string, string>; readonly body: string } {
  const notes = new Map<string, string>();
  const body: string[] = [];
  let current = '';
  let isCode = false;
  for (const line of text.split(/\r?\n/)) {
    if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
    const [, label = '', content = ''] = (isCode ? null : DEFINITION.exec(line)) ?? [];
    if (label !== '' && !notes.has(label) && notes.size < MAX_NOTES) {
      notes.set(label, content.trim());
      current = label;
    } else if (current !== '' && /^(\t| {2,})\S/.test(line))
      notes.set(current, `${notes.get(current)}\n${line.trim()}`);
    else {
      current = '';
      body.push(line);
    }
  }
  return { notes, body: body.join('\n') };
}

/** Markup of a text. */
export async function readMarkdown(source: string): Promise<string> {
  const { facts, text } = splitFacts(source);
  const { notes, body } = splitNotes(text);
  const used: string[] = [];
  const reference: TokenizerAndRendererExtension = {
    name: 'footnote',
    level: 'inline',
    // Without `start`: plain text ends before each bracket anyway, and a search for the next one at each would take quadratic time.
    tokenizer(rest) {
      const [raw = '', label = ''] = LABEL.exec(rest) ?? [];
      return notes.has(label) ? { type: 'footnote', raw, label } : undefined;
    },
    renderer({ label }) {
      const known = used.indexOf(String(label));
      const number = known >= 0 ? known + 1 : used.push(String(label));
      return `<sup><a href="#note-${number}" data-anchor="ref-${number}">${number}</a></sup>`;
    },
  };
  const marked = new Marked({
    gfm: true,
    extensions: [reference],
    renderer: {
      html: ({ text: html }) => escaped(html),
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
      heading({ tokens, depth, text: heading }: Tokens.Heading) {
        return `<h${depth} data-anchor="${escaped(anchorOf(heading))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      image: ({ href, text: label }) =>
        /^data:/i.test(href)
          ? `<img src="${escaped(href)}" alt="${escaped(label)}">`
          : `<a class="picture" href="${escaped(href)}">${escaped(label || href)}</a>`,
    },
  });
  const main = await marked.parse(body);
  const items: string[] = [];
  // A note may refer to further ones, which are added behind it.
  for (let at = 0; at < used.length; at += 1) {
    const content = await marked.parseInline(notes.get(used[at] ?? '') ?? '');
    items.push(`<li data-anchor="note-${at + 1}">${content} <a href="#ref-${at + 1}">↩</a></li>`);
  }
  const head = facts === '' ? '' : `<pre><code>${escaped(facts)}</code></pre>`;
  return head + main + (items.length === 0 ? '' : `<hr><ol>${items.join('')}</ol>`);
}
