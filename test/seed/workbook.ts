/** A spreadsheet as offices have them: number formats, hidden parts, a formula that was never computed, a chart. */
import { zipSync } from 'fflate';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing';

const relations = (list: readonly (readonly [id: string, type: string, target: string])[]) =>
  `${XML}<Relationships xmlns="${RELS}">${list
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const CODES = ['0.0%', '&quot;€&quot;#,##0.00', 'yyyy\\-mm\\-dd', '[h]:mm:ss', '0.00E+00', '# ?/?'];

/** Label and value of each row; a number of a style is the place of its format. */
const ROWS: readonly (readonly [label: string, cell: string])[] = [
  ['Share', '<c r="B1" s="1"><v>0.256</v></c>'],
  ['Price', '<c r="B2" s="2"><v>1234567.891</v></c>'],
  ['Due', '<c r="B3" s="3"><v>46235</v></c>'],
  ['Worked', '<c r="B4" s="4"><v>1.5</v></c>'],
  ['Mass', '<c r="B5" s="5"><v>12345</v></c>'],
  ['Cups', '<c r="B6" s="6"><v>2.75</v></c>'],
  ['Paid', '<c r="B7" t="b"><v>1</v></c>'],
  ['Broken', '<c r="B8" t="e"><v>#DIV/0!</v></c>'],
  ['Total', '<c r="B9"><f>SUM(B1:B8)</f></c>'],
  ['Secret', '<c r="B10"><v>42</v></c>'],
];

const rowOf = ([label, cell]: readonly [string, string], index: number) => {
  const number = index + 1;
  const isHidden = label === 'Secret';
  const text = `<c r="A${number}" t="inlineStr"><is><t>${label}</t></is></c>`;
  return `<row r="${number}"${isHidden ? ' hidden="1"' : ''}>${text}${cell}<c r="C${number}"><v>7</v></c></row>`;
};

const SHEETS = [
  ['Report', ''],
  ['Notes', ''],
  ['Keys', ' state="hidden"'],
  ['Lists', ' state="veryHidden"'],
] as const;

export function officeWorkbook(): Uint8Array {
  const parts: Record<string, string> = {
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${SHEETS.map(
      ([name, state], index) => `<sheet name="${name}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`,
    ).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      SHEETS.map((_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`]),
    ),
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${CODES.map(
      (code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`,
    ).join(
      '',
    )}</numFmts><cellXfs><xf numFmtId="0"/>${CODES.map((_, index) => `<xf numFmtId="${164 + index}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${OFFICE}"><cols><col min="3" max="3" hidden="1"/></cols><sheetData>${ROWS.map(rowOf).join('')}</sheetData><drawing r:id="rId1"/></worksheet>`,
    'xl/worksheets/_rels/sheet1.xml.rels': relations([['rId1', 'drawing', '../drawings/drawing1.xml']]),
    'xl/drawings/drawing1.xml': `${XML}<xdr:wsDr xmlns:xdr="${DRAWING}"><xdr:twoCellAnchor><xdr:graphicFrame/></xdr:twoCellAnchor></xdr:wsDr>`,
  };
  for (const number of [2, 3, 4])
    parts[`xl/worksheets/sheet${number}.xml`] =
      `${XML}<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Page ${number}</t></is></c></row></sheetData></worksheet>`;
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([path, part]) => [path, new TextEncoder().encode(part)])),
  );
}
