/** Entries of a zipped document, with limits on their number and size. The one place of the frame that uses its package. */
import { type Unzipped, unzipSync, zipSync } from 'fflate';
import { TooLarge } from './too-large.ts';

const MAX_ENTRIES = 5_000;
/** 200 MiB: what all entries hold together. */
const MAX_BYTES = 209_715_200;
/** 64 MiB: what one entry holds. */
const MAX_ENTRY_BYTES = 67_108_864;
/** Of a document whose picture is made unasked: 64 MiB in all, 16 MiB besides pictures. Its XML is parsed in about a second. */
const LIGHT_BYTES = 67_108_864;
const LIGHT_TEXT_BYTES = 16_777_216;
const PICTURE = /\.(png|jpe?g|gif|bmp|webp|tiff?|emf|wmf)$/i;

/**
 * Each entry is unpacked into a buffer of the length that it names, so one that lies about its length ends there.
 * @throws TooLarge; an Error for a broken archive
 */
export function unzip(bytes: ArrayBuffer): Unzipped {
  let [entries, sizeBytes] = [0, 0];
  return unzipSync(new Uint8Array(bytes), {
    filter: ({ originalSize }) => {
      entries += 1;
      sizeBytes += originalSize;
      if (entries > MAX_ENTRIES || sizeBytes > MAX_BYTES || originalSize > MAX_ENTRY_BYTES) throw new TooLarge();
      return true;
    },
  });
}

/** Unpacks nothing. @throws TooLarge for a document that takes long to draw; an Error for a broken archive */
export function requireLight(bytes: ArrayBuffer): void {
  let [sizeBytes, textBytes] = [0, 0];
  unzipSync(new Uint8Array(bytes), {
    filter: ({ name, originalSize }) => {
      sizeBytes += originalSize;
      if (!PICTURE.test(name)) textBytes += originalSize;
      if (sizeBytes > LIGHT_BYTES || textBytes > LIGHT_TEXT_BYTES) throw new TooLarge();
      return false;
    },
  });
}

/** The same entries without compression, for a reader that unpacks them itself. */
export function repack(entries: Unzipped): Uint8Array<ArrayBuffer> {
  return new Uint8Array(zipSync(entries, { level: 0 }));
}

export function textOfEntry(entries: Unzipped, path: string): string {
  const bytes = entries[path];
  return bytes ? new TextDecoder().decode(bytes) : '';
}

/** An XML part; entities of its own are refused, because they can grow without end. @throws Error where it is missing or malformed */
export function xmlOfEntry(entries: Unzipped, path: string): Document {
  const text = textOfEntry(entries, path);
  if (text === '' || /<!ENTITY/i.test(text)) throw new Error(`no part ${path}`);
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  if (parsed.querySelector('parsererror')) throw new Error(`malformed part ${path}`);
  return parsed;
}

/** Path of a part that another one names. */
export function resolvePath(from: string, target: string): string {
  const steps = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** Targets of a part's relations by their id; those outside of the file are left out. */
export function relationsOf(entries: Unzipped, path: string): ReadonlyMap<string, string> {
  const at = path.lastIndexOf('/') + 1;
  const rels = `${path.slice(0, at)}_rels/${path.slice(at)}.rels`;
  if (!entries[rels]) return new Map();
  const found = [...xmlOfEntry(entries, rels).getElementsByTagName('Relationship')];
  return new Map(
    found
      .filter((one) => one.getAttribute('TargetMode') !== 'External')
      .map((one) => [one.getAttribute('Id') ?? '', resolvePath(path, one.getAttribute('Target') ?? '')]),
  );
}
