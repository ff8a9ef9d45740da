/**
 * Makes the fonts of cards: every piece of the variable fonts in one weight, as compressed TrueType with the characters that its package
 * lists, and an index of the pieces. Pieces are made once for the versions of the packages, and copied into every build.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import subsetFont from 'subset-font';
import { FONT_NAMES, type FontName, type PieceIndex, type PieceRow } from '#worker/platform/cards/pieces.ts';
import { charactersOf } from './font-characters.ts';

const PACKAGES: Readonly<Record<FontName, string>> = {
  base: 'noto-sans',
  jp: 'noto-sans-jp',
  kr: 'noto-sans-kr',
  sc: 'noto-sans-sc',
  tc: 'noto-sans-tc',
};
/** One weight for titles and small lines. */
const WEIGHT = 500;
/** Raised when this file makes other pieces of the same packages. */
const VERSION = 3;
/** The codec draws character by character. */
const LAYOUT_TABLES = ['GSUB', 'GPOS', 'GDEF'];

const folderOf = (root: string, font: FontName): string =>
  path.join(root, 'node_modules/@fontsource-variable', PACKAGES[font]);

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** As `U+3000-303f,U+4e00`. @returns first and last of each range, one after another */
export function rangesOf(list: string): number[] {
  return list.split(',').flatMap((item) => {
    const [first = '', last = first] = item.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

function textOf(ranges: readonly number[]): string {
  let text = '';
  for (let at = 0; at < ranges.length; at += 2)
    for (let code = ranges[at] ?? 0; code <= (ranges[at + 1] ?? -1); code += 1) text += String.fromCodePoint(code);
  return text;
}

/** Ranges of the characters that a piece has: a package lists more than its files have. */
export function rangesIn(codes: Iterable<number>): number[] {
  const ranges: number[] = [];
  for (const code of [...codes].toSorted((one, other) => one - other)) {
    if (ranges.at(-1) === code - 1) ranges[ranges.length - 1] = code;
    else ranges.push(code, code);
  }
  return ranges;
}

async function makeFont(root: string, outDir: string, font: FontName): Promise<PieceRow[]> {
  const folder = folderOf(root, font);
  const ranges = readJson(path.join(folder, 'unicode.json')) as Record<string, string>;
  const rows: PieceRow[] = [];
  for (const [key, list] of Object.entries(ranges)) {
    const name = key.replaceAll(/[[\]]/g, '');
    const source = path.join(folder, 'files', `${PACKAGES[font]}-${name}-wght-normal.woff2`);
    const codes = rangesOf(list);
    const file = `${font}-${name}.ttf.gz`;
    const piece = await subsetFont(readFileSync(source), textOf(codes), {
      targetFormat: 'truetype',
      variationAxes: { wght: WEIGHT },
      noHinting: true,
      noLayoutClosure: true,
      dropTables: LAYOUT_TABLES,
    });
    writeFileSync(path.join(outDir, file), gzipSync(piece, { level: constants.Z_BEST_COMPRESSION }));
    rows.push([file, rangesIn(charactersOf(piece))]);
  }
  return rows;
}

async function makeFonts(root: string, outDir: string): Promise<void> {
  const index: Partial<Record<FontName, readonly PieceRow[]>> = {};
  for (const font of FONT_NAMES) index[font] = await makeFont(root, outDir, font);
  writeFileSync(path.join(outDir, 'index.json'), JSON.stringify(index satisfies Partial<PieceIndex>));
  const licences = FONT_NAMES.map((font) => readFileSync(path.join(folderOf(root, font), 'LICENSE'), 'utf8'));
  writeFileSync(path.join(outDir, 'LICENSE.txt'), [...new Set(licences)].join('\n\n'));
}

/** @returns the folder with the fonts, made when it is missing */
export async function cardFontsFolder(root: string): Promise<string> {
  const versions = FONT_NAMES.map((font) => readJson(path.join(folderOf(root, font), 'package.json'))).map(
    (facts) => (facts as { version: string }).version,
  );
  const mark = createHash('sha256')
    .update(JSON.stringify([VERSION, WEIGHT, versions]))
    .digest('hex')
    .slice(0, 12);
  const made = path.join(root, 'node_modules/.cache', `card-fonts-${mark}`);
  if (!existsSync(made)) {
    // A build and tests may make them at the same time: the first one that is done leaves its own.
    const part = `${made}.${process.pid}.part`;
    rmSync(part, { recursive: true, force: true });
    mkdirSync(part, { recursive: true });
    await makeFonts(root, part);
    if (existsSync(made)) rmSync(part, { recursive: true, force: true });
    else renameSync(part, made);
  }
  return made;
}

/** Writes the fonts into `outDir`. */
export async function writeCardFonts(root: string, outDir: string): Promise<void> {
  const made = await cardFontsFolder(root);
  rmSync(outDir, { recursive: true, force: true });
  cpSync(made, outDir, { recursive: true });
}
