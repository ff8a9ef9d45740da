/** A table of texts, drawn in steps so that a long one does not stop the window. */
import type { FrameLabels } from '../document/messages.ts';

const STEP_ROWS = 200;

export function drawTable(
  rows: readonly (readonly string[])[],
  isCut: boolean,
  labels: FrameLabels,
  root: HTMLElement,
): void {
  if (rows.length === 0) {
    const note = document.createElement('p');
    note.className = 'note';
    note.textContent = labels.empty;
    root.append(note);
    return;
  }
  const table = document.createElement('table');
  const body = table.createTBody();
  const holder = document.createElement('div');
  holder.className = 'table';
  holder.tabIndex = 0;
  holder.append(table);
  root.append(holder);
  let drawn = 0;
  const step = () => {
    if (!table.isConnected && drawn > 0) return;
    for (const row of rows.slice(drawn, drawn + STEP_ROWS)) {
      const line = body.insertRow();
      drawn += 1;
      const number = document.createElement('th');
      number.scope = 'row';
      number.textContent = String(drawn);
      line.append(number);
      for (const value of row) line.insertCell().textContent = value;
    }
    if (drawn < rows.length) requestAnimationFrame(step);
  };
  step();
  if (!isCut) return;
  const note = document.createElement('p');
  note.className = 'note';
  note.textContent = labels.cut.replace('{rows}', String(rows.length));
  root.append(note);
}
