import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { frameOf } from '#worker/platform/archives/engine.ts';
import type { TextKind } from '#worker/platform/texts/reader.ts';
import { answerText, lineWith, type ReadPdf, textOf } from './extract.ts';
import { textOfPdf } from './pdf.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text).slice();

function zipOf(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const zipped: Zippable = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]));
  return new Uint8Array(zipSync(zipped));
}

const lines = async (kind: TextKind, bytes: Uint8Array<ArrayBuffer>): Promise<string[]> =>
  (await textOf(kind, bytes)).split('\n').flatMap((line) => line.trim() || []);

test('HTML gives what a reader sees, by lines', async () => {
  const page =
    '<!doctype html><title>T&amp;C</title><style>p { x: y }</style><script>if (a < b) hidden()</script><!-- not <b>this</b> --><p>Ein sch&ouml;nes <b>Wo</b>rt &#x4F1A;&#35696;<br>next';
  expect(await lines('html', bytesOf(page))).toEqual(['T&C', 'Ein schönes Wort 会議', 'next']);
});

test('documents give their paragraphs, in order', async () => {
  const docx = zipOf({
    'word/document.xml':
      '<w:document><w:p><w:r><w:t>Дого</w:t></w:r><w:r><w:instrText>HIDDEN</w:instrText><w:t xml:space="preserve">вор </w:t></w:r></w:p><w:p><w:t>会議室</w:t></w:p></w:document>',
    'word/settings.xml': '<w:t>no</w:t>',
  });
  expect(await lines('docx', docx)).toEqual(['Договор', '会議室']);
  const pptx = zipOf({
    'ppt/slides/slide10.xml': '<a:p><a:t>ten</a:t></a:p>',
    'ppt/slides/slide2.xml': '<a:p><a:r><a:t>two</a:t></a:r></a:p><a:p><a:t>more</a:t></a:p>',
  });
  expect(await lines('pptx', pptx)).toEqual(['two', 'more', 'ten']);
  const xlsx = zipOf({
    'xl/sharedStrings.xml':
      '<sst><si><t>Rent</t></si><si><r><t>Dec</t></r><r><t>ember</t></r><rPh><t>x</t></rPh></si></sst>',
    'xl/worksheets/sheet1.xml': '<c t="s"><v>0</v></c><c t="inlineStr"><is><t>inline</t></is></c>',
  });
  expect(await lines('xlsx', xlsx)).toEqual(['Rent', 'December', 'inline']);
  const epub = zipOf({
    'OEBPS/c1.xhtml': '<html><body><p>Chapter</p></body></html>',
    mimetype: 'application/epub+zip',
  });
  expect(await lines('epub', epub)).toEqual(['Chapter']);
});

test('text that its file hides at the place itself is left out, and what follows it is not', async () => {
  const page = (hidden: string) => lines('html', bytesOf(`<body><p>seen</p>${hidden}<div>end</div>`));
  for (const hidden of [
    '<div style="color: red; display: none">bait<div>more bait</div>bait</div>',
    '<div hidden>bait<br>bait</div>',
    '<span style="visibility:hidden">bait</span>',
    "<p style='font-size:0px'>bait",
    '<ul><li hidden>bait</ul>',
    '<input hidden>',
  ])
    expect(await page(hidden)).toEqual(['seen', 'end']);
  expect(await page('<p class="hidden" style="font-size:0.9em">small</p>')).toEqual(['seen', 'small', 'end']);
  const docx = zipOf({
    'word/document.xml':
      '<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr><w:r><w:t>seen</w:t></w:r><w:r><w:rPr><w:vanish/></w:rPr><w:t>bait</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t> end</w:t></w:r></w:p>',
  });
  expect(await lines('docx', docx)).toEqual(['seen end']);
});

/** Bytes of texts in code pages of former days, whose encoding only the bytes show. */
const OLD_TEXTS: readonly (readonly [base64: string, text: string])[] = [
  [
    'xO7j7uLu8CDg8OXt5Psg6uLg8PLo8PsuIMDw5e3k4PLu8CDv6+Dy6PIg5O4g7//y7uPuIPfo8evgLg==',
    'Договор аренды квартиры. Арендатор платит до пятого числа.',
  ],
  [
    'lISUg4xflvGPkYFCjWKCzYmzgsmRzoK1gUGOn4LMlaiMj4LwlISC6JNugreBQg==',
    '売買契約書。甲は乙に対し、次の物件を売り渡す。',
  ],
  ['1+LB3rrPzayho7zXt729q7e/zt2z9tfiuPjS0re9yrnTw6Gj', '租赁合同。甲方将房屋出租给乙方使用。'],
  ['r7K47qZYrPmhQ6XSpOixTqnQq86lWK+ytbmkQaToqM+lzqFD', '租賃合約。甲方將房屋出租給乙方使用。'],
  [
    'wNO068L3ILDovuC8rS4gsKnAuiDAu7+hsNQgtNnAvSC6zrW/u+rAuyDA07Trx9G02S4=',
    '임대차 계약서. 갑은 을에게 다음 부동산을 임대한다.',
  ],
  ['ytGtrdLgqujSuunSuSC82engqujStenNp6rTw9Dgp9S5', 'สัญญาเช่าบ้าน ผู้เช่าต้องชำระเงิน'],
];

test('texts in former code pages give their words', async () => {
  for (const [base64, text] of OLD_TEXTS)
    expect(await textOf('plain', Uint8Array.from(Buffer.from(base64, 'base64')))).toBe(text);
});

test('what is no text gives none: zeros, a damaged document, a wrong name', async () => {
  expect(
    await textOf(
      'plain',
      Uint8Array.from({ length: 4_096 }, (_, at) => (at * at) % 251),
    ),
  ).toBe('');
  const docx = zipOf({ 'word/document.xml': `<w:p><w:t>${'word '.repeat(2_000)}</w:t></w:p>` });
  expect((await textOf('docx', docx.slice(0, docx.length / 2))).trim()).toBe('');
  expect((await textOf('docx', bytesOf('no zip at all'))).trim()).toBe('');
  const answer = await answerText(frameOf({ kind: 'plain' }).subarray(0, 6).slice());
  expect(answer).toEqual({ ok: true, text: '' });
});

test('a bomb and endless tags give a bounded text', async () => {
  const bomb = zipOf({ 'word/document.xml': `<w:t>${'a '.repeat(20_000_000)}</w:t>` });
  expect((await textOf('docx', bomb)).length).toBeLessThanOrEqual(262_144);
  expect((await textOf('html', bytesOf('<script><!--'.repeat(80_000)))).trim()).toBe('');
  expect((await textOf('html', bytesOf('<p'.repeat(400_000)))).trim()).toBe('');
});

test('the line of a hit holds most of the terms, and is cut around them', () => {
  const text = `one договор\nЁлка и ДОГОВОР здесь\n${'x '.repeat(300)}needle${' y'.repeat(300)}`;
  expect(lineWith(text, ['договор', 'елка'])).toBe('Ёлка и ДОГОВОР здесь');
  const cut = lineWith(text, ['needle']);
  expect(cut).toMatch(/^….*needle.*…$/);
  expect(cut.length).toBeLessThanOrEqual(202);
  expect(lineWith(text, ['absent'])).toBe('');
});

/** A document of pages with one line each, its font one of Adobe's for Japanese that no document embeds where `isJapanese`. */
function pdfOf(lines: readonly string[], isJapanese = false): Uint8Array<ArrayBuffer> {
  const font = isJapanese
    ? '<</Type/Font/Subtype/Type0/BaseFont/HeiseiMin-W3/Encoding/UniJIS-UTF16-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/HeiseiMin-W3/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/FontDescriptor<</Type/FontDescriptor/FontName/HeiseiMin-W3/Flags 4>>>>]>>'
    : '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>';
  const shown = (line: string) =>
    isJapanese ? `<${Buffer.from(line, 'utf16le').swap16().toString('hex')}>` : `(${line})`;
  const pages = lines.map((line, at) => {
    const drawn = `BT /F 12 Tf 9 9 Td ${shown(line)} Tj ET`;
    return `${10 + 2 * at} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F 3 0 R>>>>/Contents ${11 + 2 * at} 0 R>>endobj\n${11 + 2 * at} 0 obj<</Length ${drawn.length}>>stream\n${drawn}\nendstream endobj\n`;
  });
  const kids = lines.map((_, at) => `${10 + 2 * at} 0 R`).join(' ');
  return bytesOf(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count ${lines.length}/Kids[${kids}]>>endobj\n3 0 obj${font}endobj\n${pages.join('')}trailer<</Root 1 0 R>>\n`,
  );
}

const readPdf: ReadPdf = (bytes, mostLength) =>
  textOfPdf(bytes, { mostLength, now: () => 0, data: async (_kind, name) => readPdfData(name) });

async function readPdfData(name: string): Promise<Uint8Array> {
  const home = path.dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return new Uint8Array(readFileSync(path.join(home, 'cmaps', name)));
}

test('a PDF gives its pages, in fonts that it does not embed too; without a reader it has none', async () => {
  const pdf = pdfOf(['Rent is overdue', 'second page']);
  expect((await textOf('pdf', pdf.slice(), readPdf)).split('\n')).toEqual(['Rent is overdue', 'second page', '']);
  expect(await textOf('pdf', pdfOf(['売買契約書'], true), readPdf)).toBe('売買契約書\n');
  expect(await textOf('pdf', pdf)).toBe('');
  await expect(textOf('pdf', bytesOf('%PDF-1.4 cut'), readPdf)).rejects.toThrow();
});
