/** Separated values as a table. */
import { readCsv } from './csv.rules.ts';
import type { Render } from './render.ts';
import { drawTable } from './table.ts';
import { decodeText } from './text-bytes.ts';

const LIMITS = { rows: 5_000, columns: 200 };

export const renderCsv: Render = async ({ bytes, labels, name }, root) => {
  const text = decodeText(bytes);
  const { rows, isCut } = /\.tsv$/i.test(name) ? readCsv(text, LIMITS, '\t') : readCsv(text, LIMITS);
  drawTable(rows, isCut, labels, root);
  return null;
};
