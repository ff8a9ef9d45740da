/** Spreadsheets: the values of each sheet as a table, in their number formats. Hidden parts stay hidden and are counted. */
import type { Unzipped } from 'fflate';
import type { Omissions } from '../less.rules.ts';
import { cellText, formatCode, isoDateText, type NumberStyle, numberText, truthText } from './number-format.ts';
import type { Render } from './render.ts';
import { drawTable, type Table, type TableRow } from './table.ts';
import { relationsOf, unzip, xmlOfEntry } from './unzip.ts';
import { columnOf, formulaText, hiddenColumnsOf, isTrue, lettersOf } from './xlsx.rules.ts';

const MAX_ROWS = 2_000;
const MAX_COLUMNS = 200;
const WORKBOOK = 'xl/workbook.xml';

interface Sheet {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

interface Workbook {
  readonly entries: Unzipped;
  readonly texts: readonly string[];
  /** By the number of the style. */
  readonly styles: readonly NumberStyle[];
  readonly plain: NumberStyle;
}

/** Elements whatever the prefix of their namespace is. */
function named(parent: Document | Element, name: string): readonly Element[] {
  return [...parent.getElementsByTagNameNS('*', name)];
}

function only(parent: Element, name: string): Element | undefined {
  return [...parent.children].find(({ localName }) => localName === name);
}

/** Readings beside Japanese words (`rPh`) are no part of the text. */
function richText(item: Element): string {
  return named(item, 't')
    .filter((text) => text.parentElement?.localName !== 'rPh')
    .map((text) => text.textContent)
    .join('');
}

function sharedTexts(entries: Unzipped): readonly string[] {
  return entries['xl/sharedStrings.xml'] ? named(xmlOfEntry(entries, 'xl/sharedStrings.xml'), 'si').map(richText) : [];
}

function stylesOf(entries: Unzipped, plain: NumberStyle): readonly NumberStyle[] {
  if (!entries['xl/styles.xml']) return [];
  const styles = xmlOfEntry(entries, 'xl/styles.xml');
  const codes = new Map(
    named(styles, 'numFmt').map((one) => [one.getAttribute('numFmtId'), one.getAttribute('formatCode') ?? '']),
  );
  return [...(named(styles, 'cellXfs')[0]?.children ?? [])].map((one) => {
    const id = one.getAttribute('numFmtId') ?? '0';
    return { ...plain, code: formatCode(Number(id), codes.get(id) ?? '', plain.language) };
  });
}

function sheetsOf(contents: Document, entries: Unzipped): readonly Sheet[] {
  const targets = relationsOf(entries, WORKBOOK);
  return named(contents, 'sheet').flatMap((one) => {
    const id = [...one.attributes].find(({ localName, prefix }) => localName === 'id' && prefix !== null)?.value ?? '';
    const path = targets.get(id);
    const isHidden = ['hidden', 'veryHidden'].includes(one.getAttribute('state') ?? '');
    return path ? [{ name: one.getAttribute('name') ?? path, path, isHidden }] : [];
  });
}

interface Cell {
  readonly text: string;
  readonly isNumber: boolean;
  /** A formula whose value the file does not hold. */
  readonly isFormula: boolean;
}

function readCell(cell: Element, { texts, styles, plain }: Workbook): Cell {
  const value = only(cell, 'v')?.textContent ?? '';
  const formula = only(cell, 'f');
  const kind = cell.getAttribute('t');
  const style = styles[Number(cell.getAttribute('s') ?? 0)] ?? plain;
  const text = (shown: string): Cell => ({ text: shown, isNumber: false, isFormula: false });
  if (formula && value === '' && kind !== 'str')
    return { text: formulaText(formula.textContent), isNumber: false, isFormula: true };
  if (kind === 's') return text(cellText(texts[Number(value)] ?? '', style));
  if (kind === 'inlineStr') {
    const item = only(cell, 'is');
    return text(item ? cellText(richText(item), style) : '');
  }
  if (value === '' || kind === 'e') return text(value);
  if (kind === 'b') return text(truthText(value === '1', plain.language));
  if (kind === 'str') return text(cellText(value, style));
  if (kind === 'd') return text(isoDateText(value, style));
  const number = Number(value);
  return Number.isNaN(number) ? text(value) : { text: numberText(number, style), isNumber: true, isFormula: false };
}

/** Pictures, charts and comments that are drawn over the cells. */
function drawnOver(path: string, entries: Unzipped): Omissions {
  let [pictures, objects, comments] = [0, 0, 0];
  for (const target of relationsOf(entries, path).values()) {
    if (!entries[target]) continue;
    // A thread of comments is stored as a plain comment too.
    if (/\/comments[^/]*$/.test(target)) comments += named(xmlOfEntry(entries, target), 'comment').length;
    if (!/\/drawing[^/]*\.xml$/.test(target)) continue;
    for (const anchor of xmlOfEntry(entries, target).documentElement.children) {
      if (named(anchor, 'pic').length > 0) pictures += 1;
      else if (/Anchor$/.test(anchor.localName)) objects += 1;
    }
  }
  return { pictures, objects, comments };
}

/** A sheet that is opened replaces the numbers of the one before. */
const NOTHING = {
  shownRows: 0,
  shownColumns: 0,
  rows: 0,
  columns: 0,
  formulas: 0,
  parts: 0,
  pictures: 0,
  objects: 0,
  comments: 0,
} as const satisfies Omissions;

interface ReadSheet extends Table {
  readonly omissions: Omissions;
}

function readSheet(path: string, workbook: Workbook): ReadSheet {
  const sheet = xmlOfEntry(workbook.entries, path);
  const hidden = hiddenColumnsOf(
    named(sheet, 'col')
      .filter((one) => isTrue(one.getAttribute('hidden')))
      .map((one) => ({ min: Number(one.getAttribute('min')), max: Number(one.getAttribute('max')) })),
    MAX_COLUMNS,
  );
  const rows: TableRow[] = [];
  const omitted = { rows: 0, formulas: 0, parts: 0, columns: new Set<number>() };
  let [last, width, shownRows, shownColumns] = [0, 0, 0, 0];
  for (const row of named(sheet, 'row')) {
    const number = Number(row.getAttribute('r') ?? last + 1);
    if (!(number > last && number <= MAX_ROWS)) {
      if (number > MAX_ROWS) shownRows = MAX_ROWS;
      else omitted.parts += 1;
      continue;
    }
    const isHidden = isTrue(row.getAttribute('hidden'));
    for (let empty = last + 1; empty < number; empty += 1) rows.push({ number: empty, cells: [] });
    last = number;
    const values: string[] = [];
    const numbers = new Set<number>();
    let next = 0;
    let hasContent = false;
    for (const cell of row.children) {
      const column = columnOf(cell.getAttribute('r') ?? '') ?? next;
      next = column + 1;
      const { text, isNumber, isFormula } = readCell(cell, workbook);
      if (text === '') continue;
      hasContent = true;
      if (isHidden) break;
      if (column >= MAX_COLUMNS) shownColumns = MAX_COLUMNS;
      else if (hidden.has(column)) omitted.columns.add(column);
      else {
        while (values.length <= column) values.push('');
        values[column] = text;
        if (isNumber) numbers.add(column);
        if (isFormula) omitted.formulas += 1;
      }
    }
    if (isHidden) {
      if (hasContent) omitted.rows += 1;
      continue;
    }
    width = Math.max(width, values.length);
    rows.push({ number, cells: values, numbers });
  }
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => !hidden.has(column));
  return {
    heads: columns.map(lettersOf),
    rows: rows.map(({ number, cells, numbers }) => ({
      number,
      cells: columns
        .slice(0, columns.findLastIndex((column) => column < cells.length) + 1)
        .map((at) => cells[at] ?? ''),
      numbers: new Set([...columns.keys()].filter((place) => numbers?.has(columns[place] ?? -1))),
    })),
    omissions: {
      shownRows,
      shownColumns,
      ...omitted,
      columns: omitted.columns.size,
      ...drawnOver(path, workbook.entries),
    },
  };
}

/** A sheet; a damaged one is empty where others can be read. */
function readWhole(path: string, workbook: Workbook, isOnly: boolean): ReadSheet {
  try {
    return readSheet(path, workbook);
  } catch (error) {
    if (isOnly) throw error;
    return { rows: [], omissions: { ...NOTHING, parts: 1 } };
  }
}

export const renderXlsx: Render = async ({ bytes, labels, language }, root, reportOmissions) => {
  const entries = unzip(bytes);
  const contents = xmlOfEntry(entries, WORKBOOK);
  const is1904 = isTrue(named(contents, 'workbookPr')[0]?.getAttribute('date1904') ?? null);
  const plain: NumberStyle = { code: 'General', language, is1904 };
  const workbook: Workbook = { entries, plain, texts: sharedTexts(entries), styles: stylesOf(entries, plain) };
  const all = sheetsOf(contents, entries);
  const seen = all.filter(({ isHidden }) => !isHidden);
  const sheets = seen.length > 0 ? seen : all;
  const [first] = sheets;
  if (!first) throw new Error('no sheet');
  const place = document.createElement('div');
  const open = (sheet: Sheet) => {
    place.replaceChildren();
    const { omissions, ...table } = readWhole(sheet.path, workbook, sheets.length === 1);
    drawTable(table, labels, place);
    reportOmissions({ ...omissions, sheets: all.length - sheets.length });
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
