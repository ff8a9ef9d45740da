/** A table of texts, drawn in steps so that a long one does not stop the window. */
import type { FrameLabels } from '../document/messages.ts';

const STEP_ROWS = 200;

export interface TableRow {
  /** As the file counts it. */
  readonly number: number;
  readonly cells: readonly string[];
  /** Cells that are numbers, by their place. */
  readonly numbers?: ReadonlySet<number>;
}

export interface Table {
  readonly rows: readonly TableRow[];
  /** Names of the columns; left out where they have none. */
  readonly heads?: readonly string[];
}

function drawHeads(table: HTMLTableElement, heads: readonly string[]): void {
  const line = table.createTHead().insertRow();
  line.append(document.createElement('td'));
  for (const head of heads) {
    const cell = document.createElement('th');
    cell.scope = 'col';
    cell.textContent = head;
    line.append(cell);
  }
}

export function drawTable({ rows, heads = [] }: Table, labels: FrameLabels, root: HTMLElement): void {
  if (rows.length === 0) {
    const note = document.createElement('p');
    note.className = 'note';
    note.textContent = labels.empty;
    root.append(note);
    return;
  }
  const table = document.createElement('table');
  if (heads.length > 0) drawHeads(table, heads);
  const body = table.createTBody();
  const holder = document.createElement('div');
  holder.className = 'table';
  holder.tabIndex = 0;
  holder.append(table);
  root.append(holder);
  let drawn = 0;
  const step = () => {
    if (!table.isConnected && drawn > 0) return;
    for (const { number, cells, numbers } of rows.slice(drawn, drawn + STEP_ROWS)) {
      const line = body.insertRow();
      drawn += 1;
      const head = document.createElement('th');
      head.scope = 'row';
      head.textContent = String(number);
      line.append(head);
      for (const [place, value] of cells.entries()) {
        const cell = line.insertCell();
        cell.textContent = value;
        if (numbers?.has(place)) cell.className = 'number';
      }
    }
    if (drawn < rows.length) requestAnimationFrame(step);
  };
  step();
}
