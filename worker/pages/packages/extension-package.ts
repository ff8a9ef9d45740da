/** The extension of this installation as a file, packed for its own address; it can reach no other. Its files are made by scripts/build/extension.ts. */
import { zipSync } from 'fflate';
import { filesFor, type PackageFiles, type PackageKind } from './package-files.ts';

/** The first day that a zip file can name: the same files give the same package. */
const MADE_AT = '1980-01-02T00:00:00';

export const EXTENSION_PACKAGE: PackageKind = {
  filesPath: '/extension.json',
  manifest: 'manifest.json',
  fileName: 'magpie-extension.zip',
  contentType: 'application/zip',
  pack: (files) => new Uint8Array(zipSync(files, { level: 9, mtime: MADE_AT })),
};

/** @param origin  of the installation, without a slash at its end */
export function packExtension(
  packed: PackageFiles,
  origin: string,
): { files: Readonly<Record<string, Uint8Array>>; zip: Uint8Array<ArrayBuffer> } {
  const files = filesFor(EXTENSION_PACKAGE, packed, origin);
  return { files, zip: EXTENSION_PACKAGE.pack(files) };
}
