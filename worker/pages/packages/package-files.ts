/** Packages that an installation makes of its own programs, with its address inside: the extension, the command line. */

/** File name -> bytes in base64; `ORIGIN` in the manifest stands for the address. */
export type PackageFiles = Readonly<Record<string, string>>;

/** How a package is made of the files that the build wrote. */
export interface PackageKind {
  /** Where the build puts the files. */
  readonly filesPath: string;
  /** The file that names the address. */
  readonly manifest: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly pack: (files: Readonly<Record<string, Uint8Array>>) => Uint8Array<ArrayBuffer>;
}

/** An hour: a new build may bring a new version. */
const CACHE = 'public, max-age=3600';

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** @param origin  of the installation, without a slash at its end */
export function filesFor(
  { manifest }: Pick<PackageKind, 'manifest'>,
  packed: PackageFiles,
  origin: string,
): Readonly<Record<string, Uint8Array>> {
  const files = Object.fromEntries(Object.entries(packed).map(([name, body]) => [name, bytesOf(body)]));
  const text = new TextDecoder().decode(files[manifest]).replaceAll('ORIGIN', origin);
  return { ...files, [manifest]: new TextEncoder().encode(text) };
}

interface PackageDeps {
  readonly clientFiles: Pick<Fetcher, 'fetch'>;
  readonly config: { readonly appOrigin: string };
}

/** The packages of this isolate, each made once: its files are those of the build. */
export interface PackageState {
  readonly bytesOf: (kind: PackageKind, deps: PackageDeps) => Promise<Uint8Array<ArrayBuffer>>;
}

export function makePackageState(): PackageState {
  const made = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    bytesOf: async (kind, { clientFiles, config: { appOrigin } }) => {
      const key = `${kind.filesPath} ${appOrigin}`;
      const known = made.get(key);
      if (known) return known;
      const found = await clientFiles.fetch(`https://assets.invalid${kind.filesPath}`);
      if (!found.ok) throw new Error(`${kind.filesPath} answered ${found.status}`);
      const bytes = kind.pack(filesFor(kind, (await found.json()) as PackageFiles, appOrigin));
      made.set(key, bytes);
      return bytes;
    },
  };
}

/** @throws Error where the build lacks its files */
export async function packageResponse(
  kind: PackageKind,
  deps: PackageDeps & { readonly packages: PackageState },
): Promise<Response> {
  return new Response(await deps.packages.bytesOf(kind, deps), {
    headers: {
      'content-type': kind.contentType,
      'content-disposition': `attachment; filename="${kind.fileName}"`,
      'cache-control': CACHE,
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    },
  });
}
