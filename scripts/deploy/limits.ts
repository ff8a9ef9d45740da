/** The weight of a build, and the limits of Cloudflare. No I/O beyond reading dist. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { MIB } from '#shared/units.ts';

/** Of Workers Paid. The newest page of the platform says more; older accounts have these. */
export const PLATFORM = {
  scriptBytes: 10 * MIB,
  assetFiles: 100_000,
  assetBytes: 25 * MIB,
  startMs: 1_000,
  variables: 128,
  variableBytes: 5 * 1024,
} as const;

/** Modules that an upload has. Source maps are weighed apart by the platform. */
const MODULE = /\.(js|mjs|wasm|txt|html|bin)$/;

export interface Weight {
  readonly scriptBytes: number;
  readonly largestAsset: { readonly name: string; readonly bytes: number };
  readonly assetFiles: number;
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

/** Modules of a script, compressed as an upload is. */
function scriptBytes(folder: string): number {
  return filesIn(folder)
    .filter((file) => MODULE.test(file))
    .reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
}

/** @param scriptDir  built modules. @param assetsDir  static files, null for a script without */
export function weigh(scriptDir: string, assetsDir: string | null): Weight {
  const assets = assetsDir ? filesIn(assetsDir).map((file) => ({ name: file, bytes: statSync(file).size })) : [];
  const largestAsset = assets.reduce((most, one) => (one.bytes > most.bytes ? one : most), { name: '', bytes: 0 });
  return { scriptBytes: scriptBytes(scriptDir), assetFiles: assets.length, largestAsset };
}

/** @returns a sentence for each limit that the build passes */
export function overweight({ scriptBytes: bytes, assetFiles, largestAsset }: Weight): string[] {
  return [
    ...(bytes > PLATFORM.scriptBytes
      ? [`${bytes} compressed bytes of script, ${PLATFORM.scriptBytes} are allowed`]
      : []),
    ...(assetFiles > PLATFORM.assetFiles ? [`${assetFiles} static files, ${PLATFORM.assetFiles} are allowed`] : []),
    ...(largestAsset.bytes > PLATFORM.assetBytes
      ? [`${path.basename(largestAsset.name)} has ${largestAsset.bytes} bytes, ${PLATFORM.assetBytes} are allowed`]
      : []),
  ];
}
