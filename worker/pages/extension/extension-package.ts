/** The extension of this installation as a file, packed for its own address. Its files are made by scripts/build/extension.ts. */
import { zipSync } from 'fflate';
import type { PageDeps } from '../services.ts';

/** File name -> bytes in base64; `ORIGIN` in the manifest stands for the address. */
export type PackageFiles = Readonly<Record<string, string>>;

/** Where the build puts the files. */
export const EXTENSION_FILES_PATH = '/extension.json';
const FILE_NAME = 'magpie-extension.zip';
const MANIFEST = 'manifest.json';
/** The first day that a zip file can name: the same files give the same package. */
const MADE_AT = '1980-01-02T00:00:00';
/** An hour: a new build may bring a new version. */
const CACHE = 'public, max-age=3600';

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** @param origin  of the installation, without a slash at its end; the extension can reach no other */
export function packExtension(
  packed: PackageFiles,
  origin: string,
): { files: Readonly<Record<string, Uint8Array>>; zip: Uint8Array<ArrayBuffer> } {
  const files = Object.fromEntries(Object.entries(packed).map(([name, body]) => [name, bytesOf(body)]));
  const manifest = new TextDecoder().decode(files[MANIFEST]).replaceAll('ORIGIN', origin);
  files[MANIFEST] = new TextEncoder().encode(manifest);
  return { files, zip: new Uint8Array(zipSync(files, { level: 9, mtime: MADE_AT })) };
}

/** @throws Error where the build lacks its files */
export async function extensionPackage({
  clientFiles,
  config,
}: Pick<PageDeps, 'clientFiles' | 'config'>): Promise<Response> {
  const found = await clientFiles.fetch(`https://assets.invalid${EXTENSION_FILES_PATH}`);
  if (!found.ok) throw new Error(`${EXTENSION_FILES_PATH} answered ${found.status}`);
  const { zip } = packExtension((await found.json()) as PackageFiles, config.appOrigin);
  return new Response(zip, {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${FILE_NAME}"`,
      'cache-control': CACHE,
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  });
}
