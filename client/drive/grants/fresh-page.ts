/**
 * Brings the shown page of a common folder up to date from a fresh document of the same address. Rows that the user works in stay
 * as they are. No network.
 */

/** The part that is replaced; its value names what the rest of the page depends on. */
const PART = '[data-common]';
const HEADER = `${PART} > header`;
const LIST = '[data-common-list]';
const ROWS = `${LIST} > ul`;

function isInUse(element: Element): boolean {
  return element.contains(element.ownerDocument.activeElement) || element.querySelector('details[open]') !== null;
}

function replaceIfOther(page: Document, fresh: Document, selector: string): void {
  const [old, next] = [page.querySelector(selector), fresh.querySelector(selector)];
  if (old && next && old.outerHTML !== next.outerHTML && !isInUse(old)) old.replaceWith(page.importNode(next, true));
}

/** Ids follow from the place of a row: a row that stayed may have one of them. */
function withOwnIds(page: Document, row: Element): Element {
  for (const element of row.querySelectorAll('[id]')) {
    const { id } = element;
    if (!page.getElementById(id)) continue;
    element.id = `${id}${row.getAttribute('data-row')}`;
    for (const name of ['for', 'aria-labelledby', 'aria-describedby'])
      for (const other of row.querySelectorAll(`[${name}="${id}"]`)) other.setAttribute(name, element.id);
  }
  return row;
}

function mergeRows(page: Document, list: Element, next: Element): void {
  const known = new Map(Array.from(list.children, (row) => [row.getAttribute('data-row'), row]));
  const rows = Array.from(next.children, (row) => {
    const old = known.get(row.getAttribute('data-row'));
    return old && (isInUse(old) || old.outerHTML === row.outerHTML)
      ? old
      : withOwnIds(page, page.importNode(row, true));
  });
  // In place: an element that is taken out and put back loses the focus.
  let at = list.firstElementChild;
  for (const row of rows) {
    if (row === at) at = at.nextElementSibling;
    else list.insertBefore(row, at);
  }
  for (const row of Array.from(list.children)) if (!rows.includes(row)) row.remove();
}

/** @returns false when the page as a whole is another one: the right has ended or changed */
export function showFresh(page: Document, fresh: Document): boolean {
  const [old, next] = [page.querySelector<HTMLElement>(PART), fresh.querySelector<HTMLElement>(PART)];
  if (!old || !next || old.dataset['common'] !== next.dataset['common']) return false;
  replaceIfOther(page, fresh, HEADER);
  const [rows, nextRows] = [page.querySelector(ROWS), fresh.querySelector(ROWS)];
  if (rows && nextRows) mergeRows(page, rows, nextRows);
  else replaceIfOther(page, fresh, LIST);
  return true;
}
