/** The extension of this installation as a file, packed for its own address. Its files are made by scripts/build/extension.ts. */
import { zipSync } from 'fflate';

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

interface PackageDeps {
  readonly clientFiles: Pick<Fetcher, 'fetch'>;
  readonly config: { readonly appOrigin: string };
}

/** The package of this isolate, made once: its files are those of the build. */
export interface PackageState {
  readonly zipOf: (deps: PackageDeps) => Promise<Uint8Array<ArrayBuffer>>;
}

export function makePackageState(): PackageState {
  const made = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    zipOf: async ({ clientFiles, config: { appOrigin } }) => {
      const known = made.get(appOrigin);
      if (known) return known;
      const found = await clientFiles.fetch(`https://assets.invalid${EXTENSION_FILES_PATH}`);
      if (!found.ok) throw new Error(`${EXTENSION_FILES_PATH} answered ${found.status}`);
      const { zip } = packExtension((await found.json()) as PackageFiles, appOrigin);
      made.set(appOrigin, zip);
      return zip;
    },
  };
}

/** @throws Error where the build lacks its files */
export async function extensionPackage(
  deps: PackageDeps & { readonly extensionPackages: PackageState },
): Promise<Response> {
  return new Response(await deps.extensionPackages.zipOf(deps), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${FILE_NAME}"`,
      'cache-control': CACHE,
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  });
}
