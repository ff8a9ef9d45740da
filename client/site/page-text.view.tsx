/** A text of locales/<tag>/pages as a page shows it: headings with anchors, lists, tables; never HTML from a file. */
import { createElement, Fragment, type ReactNode } from 'react';
import type { Block, Inline } from '#shared/site/page-text.ts';

/** Blocks below the page's own h1. */
export function PageTextView({ blocks }: { blocks: readonly Block[] }): ReactNode {
  return <div className="prose">{inOrder(blocks.map(blockNode))}</div>;
}

/** Parts of a text never move, so they need no keys. */
function inOrder(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes);
}

function inlineNodes(inside: readonly Inline[]): ReactNode {
  return inOrder(inside.map(inlineNode));
}

function inlineNode(part: Inline): ReactNode {
  if (typeof part === 'string') return part;
  switch (part.kind) {
    case 'code':
      return <code>{part.text}</code>;
    case 'link':
      return (
        <a className="link" href={part.href}>
          {inlineNodes(part.inside)}
        </a>
      );
    case 'strong':
      return <strong>{inlineNodes(part.inside)}</strong>;
    case 'em':
      return <em>{inlineNodes(part.inside)}</em>;
  }
}

/** An item of one line needs no paragraph inside. */
function itemNode(blocks: readonly Block[]): ReactNode {
  const [only] = blocks;
  const isLine = blocks.length === 1 && only?.kind === 'paragraph';
  return <li>{isLine ? inlineNodes(only.inside) : inOrder(blocks.map(blockNode))}</li>;
}

function blockNode(block: Block): ReactNode {
  switch (block.kind) {
    case 'heading':
      return createElement(`h${block.level}`, { id: block.id }, inlineNodes(block.inside));
    case 'paragraph':
      return <p>{inlineNodes(block.inside)}</p>;
    case 'list': {
      const items = inOrder(block.items.map(itemNode));
      return block.isOrdered ? <ol start={block.start === 1 ? undefined : block.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'quote':
      return <blockquote>{inOrder(block.blocks.map(blockNode))}</blockquote>;
    case 'code':
      return (
        <pre>
          <code>{block.text}</code>
        </pre>
      );
    case 'table':
      return tableNode(block);
    case 'rule':
      return <hr />;
  }
}

function tableNode({ head, rows }: Block & { kind: 'table' }): ReactNode {
  const headCell = (cell: readonly Inline[]) => <th scope="col">{inlineNodes(cell)}</th>;
  const bodyCell = (cell: readonly Inline[]) => <td>{inlineNodes(cell)}</td>;
  const bodyRow = (row: readonly (readonly Inline[])[]) => <tr>{inOrder(row.map(bodyCell))}</tr>;
  return (
    <table>
      <thead>
        <tr>{inOrder(head.map(headCell))}</tr>
      </thead>
      <tbody>{inOrder(rows.map(bodyRow))}</tbody>
    </table>
  );
}
