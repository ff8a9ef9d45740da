/**
 * Markdown to plain data (shared/site/page-text.ts). Raw HTML and pictures stay plain text, and the check of the texts refuses them.
 * Source: CommonMark with tables, parsed by `marked`.
 */
import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { type Block, type Inline, wordsOf } from '#shared/site/page-text.ts';

export interface ReadMarkdown {
  /** '' where the text does not begin with a first-level heading. */
  readonly title: string;
  /** '' where no paragraph follows the title. */
  readonly description: string;
  readonly blocks: readonly Block[];
  /** Links as written, in their order. */
  readonly links: readonly string[];
  /** Forbidden content: raw HTML, pictures, broken links. */
  readonly problems: readonly string[];
}

interface Reading {
  readonly links: string[];
  readonly problems: string[];
  readonly hrefOf: (link: string) => string | null;
  readonly ids: Set<string>;
  readonly idAt: (position: number) => string | undefined;
}

/** Letters of an anchor: lower case, words joined by `-`; `part-2` where nothing is left. */
function anchorOf(title: string, reading: Reading): string {
  const position = reading.ids.size;
  const slug = title
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]+/gu, '-')
    .replace(/^-|-$/g, '');
  const base = reading.idAt(position) ?? (slug || `part-${position + 1}`);
  let id = base;
  for (let copy = 2; reading.ids.has(id); copy++) id = `${base}-${copy}`;
  reading.ids.add(id);
  return id;
}

function inlines(tokens: readonly Token[] | undefined, reading: Reading): Inline[] {
  return (tokens ?? []).flatMap((token): Inline[] => {
    const known = token as MarkedToken;
    switch (known.type) {
      case 'strong':
      case 'em':
        return [{ kind: known.type, inside: inlines(known.tokens, reading) }];
      case 'codespan':
        return [{ kind: 'code', text: known.text }];
      case 'br':
        return ['\n'];
      case 'link':
        return linkOf(known, reading);
      case 'text':
        if (known.tokens) return inlines(known.tokens, reading);
        // Beside full-width punctuation a mark may not close; it would be shown as text.
        if (/\*\*|\]\(|`|&\w+;/.test(known.text)) reading.problems.push(`signs left over in: ${known.text}`);
        return [known.text];
      case 'escape':
        return [known.text];
      case 'checkbox':
        return [];
      default:
        reading.problems.push(`holds ${known.type}: ${known.raw.trim()}`);
        return [known.raw];
    }
  });
}

function linkOf(token: Tokens.Link, reading: Reading): Inline[] {
  const inside = inlines(token.tokens, reading);
  const href = reading.hrefOf(token.href);
  reading.links.push(token.href);
  if (href !== null) return [{ kind: 'link', href, inside }];
  reading.problems.push(`the link ${token.href} leads nowhere`);
  return inside;
}

/** A heading; `## Title {#anchor}` sets its own anchor. */
function headingOf(token: Tokens.Heading, reading: Reading): Block {
  const inside = inlines(token.tokens, reading);
  const last = inside.at(-1);
  const [named = '', anchor] = (typeof last === 'string' && /\{#([\w-]+)\}$/.exec(last)) || [];
  const title = named === '' ? inside : [...inside.slice(0, -1), String(last).slice(0, -named.length).trimEnd()];
  return {
    kind: 'heading',
    level: levelOf(token.depth),
    id: anchorOf(anchor ?? wordsOf(title), reading),
    inside: title,
  };
}

function levelOf(depth: number): 2 | 3 | 4 {
  return depth <= 2 ? 2 : depth === 3 ? 3 : 4;
}

function blocksOf(tokens: readonly Token[], reading: Reading): Block[] {
  return tokens.flatMap((token): Block[] => {
    const known = token as MarkedToken;
    switch (known.type) {
      case 'heading':
        return [headingOf(known, reading)];
      case 'paragraph':
        return [{ kind: 'paragraph', inside: inlines(known.tokens, reading) }];
      // A line of a list without paragraphs.
      case 'text':
        return [{ kind: 'paragraph', inside: inlines([known], reading) }];
      case 'list':
        return [
          {
            kind: 'list',
            isOrdered: known.ordered,
            start: known.start === '' ? 1 : known.start,
            items: known.items.map((item) => blocksOf(item.tokens, reading)),
          },
        ];
      case 'blockquote':
        return [{ kind: 'quote', blocks: blocksOf(known.tokens, reading) }];
      case 'code':
        return [{ kind: 'code', text: known.text }];
      case 'table': {
        const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inlines(cell.tokens, reading));
        return [{ kind: 'table', head: cells(known.header), rows: known.rows.map(cells) }];
      }
      case 'hr':
        return [{ kind: 'rule' }];
      case 'space':
      case 'def':
      case 'checkbox':
        return [];
      default:
        reading.problems.push(`holds ${known.type}: ${known.raw.trim()}`);
        return [{ kind: 'paragraph', inside: [known.raw] }];
    }
  });
}

/**
 * @param hrefOf  the address of a link; null leaves its text without a link and is a problem
 * @param idAt  anchor of the heading at a position, when another language has set it
 */
export function readMarkdown(
  source: string,
  hrefOf: (link: string) => string | null,
  idAt: (position: number) => string | undefined = () => undefined,
): ReadMarkdown {
  const reading: Reading = { links: [], problems: [], hrefOf, ids: new Set(), idAt };
  const tokens = lexer(source).filter(({ type }) => type !== 'space');
  const [head, lead] = tokens as MarkedToken[];
  const hasTitle = head?.type === 'heading' && head.depth === 1;
  const hasLead = hasTitle && lead?.type === 'paragraph';
  if (!hasTitle) reading.problems.push('does not begin with a title (# ...)');
  else if (!hasLead) reading.problems.push('has no paragraph after its title');
  const title = hasTitle ? wordsOf(inlines(head.tokens, reading)) : '';
  const description = hasLead ? wordsOf(inlines(lead.tokens, reading)) : '';
  const blocks = blocksOf(tokens.slice(Number(hasTitle) + Number(hasLead)), reading);
  return { title, description, blocks, links: reading.links, problems: reading.problems };
}
