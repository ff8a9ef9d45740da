/** Separated values as a table. */
import { readCsv } from './csv.rules.ts';
import type { Render } from './render.ts';
import { drawTable } from './table.ts';
import { readText } from './text-bytes.ts';

const LIMITS = { rows: 5_000, columns: 200 };

export const renderCsv: Render = async (message, root, reportOmissions) => {
  const { labels, name } = message;
  const { text, encoding } = readText(message, reportOmissions);
  const { rows, hasMoreRows, hasMoreColumns } = /\.tsv$/i.test(name)
    ? readCsv(text, LIMITS, '\t')
    : readCsv(text, LIMITS);
  drawTable({ rows: rows.map((cells, index) => ({ number: index + 1, cells })) }, labels, root);
  reportOmissions({ shownRows: hasMoreRows ? rows.length : 0, shownColumns: hasMoreColumns ? LIMITS.columns : 0 });
  return encoding;
};
