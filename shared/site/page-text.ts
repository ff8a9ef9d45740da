/** A text of locales/<tag>/pages after reading: plain data, so that a view shows it and a search reads it. No HTML anywhere. */

/** A part of a line: text, or an element around text. */
export type Inline =
  | string
  | { readonly kind: 'strong' | 'em'; readonly inside: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly inside: readonly Inline[] };

export type Block =
  | { readonly kind: 'heading'; readonly level: 2 | 3 | 4; readonly id: string; readonly inside: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly inside: readonly Inline[] }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Block[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    }
  | { readonly kind: 'rule' };

export interface PageText {
  readonly title: string;
  /** The second paragraph of the file as plain words: a sentence for a search result. It is not part of `blocks`. */
  readonly description: string;
  readonly blocks: readonly Block[];
}

/** The words of a line, without what is around them. */
export function wordsOf(inside: readonly Inline[]): string {
  return inside
    .map((part) => (typeof part === 'string' ? part : part.kind === 'code' ? part.text : wordsOf(part.inside)))
    .join('');
}

function blockWords(block: Block): string {
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return wordsOf(block.inside);
    case 'list':
      return block.items.map((item) => item.map(blockWords).join('\n')).join('\n');
    case 'quote':
      return block.blocks.map(blockWords).join('\n');
    case 'code':
      return block.text;
    case 'table':
      return [block.head, ...block.rows].map((row) => row.map(wordsOf).join(' ')).join('\n');
    case 'rule':
      return '';
  }
}

/** Everything a text says, one block a line. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(blockWords).join('\n');
}
