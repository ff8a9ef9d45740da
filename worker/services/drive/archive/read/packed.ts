/**
 * Archives that are read as a whole, by 7-Zip as WebAssembly: 7z, rar, tar.xz and tar.bz2. Archive and contents are in memory of
 * one instance, which is dropped at the end; its file system ends at the allowed number of bytes.
 */
import { ArchiveFailed } from '../failed.ts';
import { MAX_PACKED_BYTES } from '../rules.ts';
import type { WalkedEntry } from './archive.ts';
import { makeSevenZip, type SevenZip } from './seven-zip.ts';
import type { ArchiveSource } from './source.ts';
import { walkTar } from './tar.ts';

interface Listed {
  readonly path: string;
  readonly isFolder: boolean;
  readonly sizeBytes: number;
  readonly modifiedMs: number | null;
  readonly isEncrypted: boolean;
}

/** Blocks of `7zz l -slt`: lines `Key = value`, one block for each entry. */
export function parseListing(lines: readonly string[]): Listed[] {
  const from = lines.indexOf('----------');
  const blocks = (from < 0 ? [] : lines.slice(from + 1)).join('\n').split(/\n\s*\n/);
  return blocks.flatMap((block) => {
    const fields = new Map(
      block.split('\n').flatMap((line) => {
        const at = line.indexOf(' = ');
        return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 3)] as const];
      }),
    );
    const path = fields.get('Path');
    if (path === undefined) return [];
    const modifiedMs = Date.parse(`${(fields.get('Modified') ?? '').replace(' ', 'T')}Z`);
    return [
      {
        path,
        isFolder: fields.get('Folder') === '+' || (fields.get('Attributes') ?? '').startsWith('D'),
        sizeBytes: Number(fields.get('Size') || '0'),
        modifiedMs: Number.isFinite(modifiedMs) ? modifiedMs : null,
        isEncrypted: fields.get('Encrypted') === '+',
      },
    ];
  });
}

function failureOf(zip: SevenZip, password: string): ArchiveFailed {
  const said = zip.output().join('\n');
  if (/wrong password|encrypted/i.test(said))
    return new ArchiveFailed(password === '' ? 'password_required' : 'password_incorrect');
  if (/unsupported method/i.test(said)) return new ArchiveFailed('unsupported');
  return new ArchiveFailed('damaged');
}

const ARCHIVE = '/archive';
const OUT = '/out';

async function* walkTarInside(zip: SevenZip): AsyncGenerator<WalkedEntry> {
  const [inner] = zip.filesIn(OUT);
  if (!inner) throw new ArchiveFailed('damaged');
  yield* walkTar(new Blob([zip.readFile(inner)]).stream());
}

/** @param wanted  contents of others are not made; null: of all */
export async function* walkPacked(
  source: ArchiveSource,
  password: string,
  wanted: ReadonlySet<number> | null,
): AsyncGenerator<WalkedEntry> {
  const zip = await makeSevenZip();
  zip.writeFile(ARCHIVE, await source.read(0, source.sizeBytes));
  const secret = `-p${password}`;
  if (zip.run(['l', '-slt', '-sccUTF-8', secret, ARCHIVE]) !== 0) throw failureOf(zip, password);
  const listed = parseListing(zip.output());
  const total = listed.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const isTar = /\.(t?xz|tbz2?|tar\.\w+)$/i.test(source.name);
  if (total > MAX_PACKED_BYTES && wanted?.size !== 0) throw new ArchiveFailed('too_large');
  if (isTar) {
    if (zip.run(['x', '-y', secret, `-o${OUT}`, ARCHIVE]) !== 0) throw failureOf(zip, password);
    yield* walkTarInside(zip);
    return;
  }
  let isExtracted = false;
  for (const [index, entry] of listed.entries()) {
    yield {
      ...entry,
      index,
      content: () => {
        if (entry.isEncrypted && password === '') throw new ArchiveFailed('password_required');
        if (!isExtracted && zip.run(['x', '-y', '-snl-', secret, `-o${OUT}`, ARCHIVE]) !== 0)
          throw failureOf(zip, password);
        isExtracted = true;
        const bytes = zip.readFile(`${OUT}/${entry.path}`);
        return new Blob([bytes]).stream();
      },
    };
  }
}
