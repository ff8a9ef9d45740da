/** Spreadsheets: values and dates of each sheet as a table. Formulas show the value that was stored with them. */
import type { Unzipped } from 'fflate';
import type { Render } from './render.ts';
import { drawTable } from './table.ts';
import { relationsOf, unzip, xmlOfEntry } from './unzip.ts';
import { columnOf, isDateFormat, serialDate } from './xlsx.rules.ts';

const MAX_ROWS = 2_000;
const MAX_COLUMNS = 200;
const BOOK = 'xl/workbook.xml';

interface Sheet {
  readonly name: string;
  readonly path: string;
}

function sharedTexts(entries: Unzipped): readonly string[] {
  if (!entries['xl/sharedStrings.xml']) return [];
  const items = [...xmlOfEntry(entries, 'xl/sharedStrings.xml').getElementsByTagName('si')];
  // Readings beside Japanese words (`rPh`) are no part of the text.
  return items.map((item) =>
    [...item.getElementsByTagName('t')]
      .filter((text) => text.parentElement?.localName !== 'rPh')
      .map((text) => text.textContent)
      .join(''),
  );
}

/** Whether the cells of each style are dates. */
function dateStyles(entries: Unzipped): readonly boolean[] {
  if (!entries['xl/styles.xml']) return [];
  const styles = xmlOfEntry(entries, 'xl/styles.xml');
  const codes = new Map(
    [...styles.getElementsByTagName('numFmt')].map((one) => [
      one.getAttribute('numFmtId'),
      one.getAttribute('formatCode') ?? '',
    ]),
  );
  const cells = styles.getElementsByTagName('cellXfs')[0];
  return [...(cells?.children ?? [])].map((one) => {
    const id = one.getAttribute('numFmtId') ?? '0';
    return isDateFormat(Number(id), codes.get(id) ?? '');
  });
}

function sheetsOf(entries: Unzipped): readonly Sheet[] {
  const targets = relationsOf(entries, BOOK);
  return [...xmlOfEntry(entries, BOOK).getElementsByTagName('sheet')].flatMap((one) => {
    const id = [...one.attributes].find(({ localName, prefix }) => localName === 'id' && prefix !== null)?.value ?? '';
    const path = targets.get(id);
    return path ? [{ name: one.getAttribute('name') ?? path, path }] : [];
  });
}

function readSheet(entries: Unzipped, path: string, texts: readonly string[], dates: readonly boolean[]) {
  const rows: string[][] = [];
  let isCut = false;
  for (const row of xmlOfEntry(entries, path).getElementsByTagName('row')) {
    const number = Number(row.getAttribute('r') ?? rows.length + 1);
    if (!(number >= 1 && number <= MAX_ROWS)) {
      isCut = true;
      continue;
    }
    while (rows.length < number) rows.push([]);
    const line = rows[number - 1] ?? [];
    for (const cell of row.children) {
      const column = columnOf(cell.getAttribute('r') ?? '') ?? line.length;
      if (column >= MAX_COLUMNS) {
        isCut = true;
        continue;
      }
      while (line.length <= column) line.push('');
      const value = cell.getElementsByTagName('v')[0]?.textContent ?? '';
      const kind = cell.getAttribute('t');
      if (kind === 's') line[column] = texts[Number(value)] ?? '';
      else if (kind === 'inlineStr') line[column] = cell.getElementsByTagName('is')[0]?.textContent ?? '';
      else if (kind === 'b') line[column] = value === '1' ? 'TRUE' : 'FALSE';
      else
        line[column] = dates[Number(cell.getAttribute('s') ?? -1)] && value !== '' ? serialDate(Number(value)) : value;
    }
  }
  return { rows, isCut };
}

export const renderXlsx: Render = async ({ bytes, labels }, root) => {
  const entries = unzip(bytes);
  const [texts, dates, sheets] = [sharedTexts(entries), dateStyles(entries), sheetsOf(entries)];
  const [first] = sheets;
  if (!first) throw new Error('no sheet');
  const place = document.createElement('div');
  const open = (sheet: Sheet) => {
    place.replaceChildren();
    const { rows, isCut } = readSheet(entries, sheet.path, texts, dates);
    drawTable(rows, isCut, labels, place);
  };
  const tabs = document.createElement('nav');
  tabs.className = 'tabs';
  for (const sheet of sheets) {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.textContent = sheet.name;
    tab.setAttribute('aria-pressed', String(sheet === first));
    tab.addEventListener('click', () => {
      for (const other of tabs.children) other.setAttribute('aria-pressed', String(other === tab));
      open(sheet);
    });
    tabs.append(tab);
  }
  if (sheets.length > 1) root.append(tabs);
  root.append(place);
  open(first);
  return null;
};
