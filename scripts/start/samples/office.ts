/** A small document and a small table in the formats of office programs. Pure: the same bytes each time. */
import { strToU8, type Zippable, zipSync } from 'fflate';

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const OPEN = 'http://schemas.openxmlformats.org';
const WORD = `${OPEN}/wordprocessingml/2006/main`;
const SHEET = `${OPEN}/spreadsheetml/2006/main`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** @param main  path of the part that the file is about @param type  of that part @param parts  by path */
function packed(main: string, type: string, parts: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const overrides = [`<Override PartName="/${main}" ContentType="${type}.main+xml"/>`];
  if (parts['xl/worksheets/sheet1.xml'] !== undefined)
    overrides.push(
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type.replace('sheet', 'worksheet')}+xml"/>`,
    );
  const files: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${OPEN}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${OPEN}/package/2006/relationships"><Relationship Id="rId1" Type="${OPEN}/officeDocument/2006/relationships/officeDocument" Target="${main}"/></Relationships>`,
    ...parts,
  };
  // The least date that the format has.
  const mtime = new Date(1980, 0, 2);
  const entries = Object.entries(files).map(([path, text]) => [path, [strToU8(HEAD + text), { mtime }]] as const);
  return Uint8Array.from(zipSync(Object.fromEntries(entries) as unknown as Zippable));
}

function paragraph(text: string, bold: boolean, halfPoints: number): string {
  const look = `<w:rPr>${bold ? '<w:b/>' : ''}<w:sz w:val="${halfPoints}"/></w:rPr>`;
  return `<w:p><w:pPr><w:spacing w:after="160"/></w:pPr><w:r>${look}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`;
}

/** A document: a title, then lines. */
export function documentOf(title: string, lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const body = [paragraph(title, true, 44), ...lines.map((line) => paragraph(line, false, 24))].join('');
  return packed('word/document.xml', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', {
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}<w:sectPr/></w:body></w:document>`,
  });
}

function cell(value: string | number, column: number, row: number): string {
  const at = `${String.fromCharCode(65 + column)}${row + 1}`;
  return typeof value === 'number'
    ? `<c r="${at}"><v>${value}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`;
}

/** A workbook of one table. */
export function tableOf(name: string, rows: readonly (readonly (string | number)[])[]): Uint8Array<ArrayBuffer> {
  const lines = rows.map(
    (row, at) => `<row r="${at + 1}">${row.map((value, column) => cell(value, column, at)).join('')}</row>`,
  );
  const relation = `${OPEN}/officeDocument/2006/relationships`;
  return packed('xl/workbook.xml', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', {
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${relation}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${OPEN}/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><sheetData>${lines.join('')}</sheetData></worksheet>`,
  });
}
