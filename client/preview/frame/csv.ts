/** Separated values as a table. */
import { decodeText } from '#shared/content/text-decoding.ts';
import { readCsv } from './csv.rules.ts';
import type { Render } from './render.ts';
import { drawTable } from './table.ts';

const LIMITS = { rows: 5_000, columns: 200 };

export const renderCsv: Render = async ({ bytes, labels, name }, root) => {
  const text = decodeText(new Uint8Array(bytes)).text;
  const { rows, isCut } = /\.tsv$/i.test(name) ? readCsv(text, LIMITS, '\t') : readCsv(text, LIMITS);
  drawTable(rows, isCut, labels, root);
  return null;
};
