/** Separated values as a table. */
import { readCsv } from './csv.rules.ts';
import type { Render } from './render.ts';
import { drawTable } from './table.ts';
import { readText } from './text-bytes.ts';

const LIMITS = { rows: 5_000, columns: 200 };

export const renderCsv: Render = async (message, root) => {
  const { labels, name } = message;
  const { text, encoding } = readText(message);
  const { rows, isCut } = /\.tsv$/i.test(name) ? readCsv(text, LIMITS, '\t') : readCsv(text, LIMITS);
  drawTable(rows, isCut, labels, root);
  return encoding;
};
