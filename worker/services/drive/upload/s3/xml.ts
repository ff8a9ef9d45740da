/**
 * XML of the S3-style endpoint: its answers, its errors, and the one body it reads. No I/O.
 */
import { SaxesParser } from 'saxes';
import { parseCount } from '#shared/count.ts';
import type { PartData } from '../rpc-types.ts';
import type { ListedPart } from '../rules.ts';

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

type Fields = readonly (readonly [name: string, value: string | number | boolean])[];

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (mark) => ESCAPES[mark] ?? mark);
}

function elements(fields: Fields): string {
  return fields.map(([name, value]) => `<${name}>${escapeText(String(value))}</${name}>`).join('');
}

export function initiateXml(bucket: string, key: string, uploadId: string): string {
  const fields: Fields = [
    ['Bucket', bucket],
    ['Key', key],
    ['UploadId', uploadId],
  ];
  return `${HEAD}<InitiateMultipartUploadResult>${elements(fields)}</InitiateMultipartUploadResult>`;
}

export function completeXml(bucket: string, key: string, location: string, etag: string): string {
  const fields: Fields = [
    ['Location', location],
    ['Bucket', bucket],
    ['Key', key],
    ['ETag', `"${etag}"`],
  ];
  return `${HEAD}<CompleteMultipartUploadResult>${elements(fields)}</CompleteMultipartUploadResult>`;
}

/** Answer of a form upload that asks for one. */
export function postXml(bucket: string, key: string, location: string, etag: string): string {
  const fields: Fields = [
    ['Location', location],
    ['Bucket', bucket],
    ['Key', key],
    ['ETag', `"${etag}"`],
  ];
  return `${HEAD}<PostResponse>${elements(fields)}</PostResponse>`;
}

export interface PartsPage {
  readonly bucket: string;
  readonly key: string;
  readonly uploadId: string;
  readonly marker: number;
  readonly maxParts: number;
  readonly truncated: boolean;
  readonly parts: readonly PartData[];
}

export function listPartsXml(page: PartsPage): string {
  const parts = page.parts.map(
    ({ part, sizeBytes, etag, atMs }) =>
      `<Part>${elements([
        ['PartNumber', part],
        ['LastModified', new Date(atMs).toISOString()],
        ['ETag', `"${etag}"`],
        ['Size', sizeBytes],
      ])}</Part>`,
  );
  const fields: Fields = [
    ['Bucket', page.bucket],
    ['Key', page.key],
    ['UploadId', page.uploadId],
    ['StorageClass', 'STANDARD'],
    ['PartNumberMarker', page.marker],
    // Clients that page go on for as long as they are given a marker.
    ...(page.truncated ? ([['NextPartNumberMarker', page.parts.at(-1)?.part ?? page.marker]] as const) : []),
    ['MaxParts', page.maxParts],
    ['IsTruncated', page.truncated],
  ];
  return `${HEAD}<ListPartsResult>${elements(fields)}${parts.join('')}</ListPartsResult>`;
}

export function errorXml(code: string, message: string, key: string, requestId: string): string {
  const fields: Fields = [
    ['Code', code],
    ['Message', message],
    ['Key', key],
    ['RequestId', requestId],
    ['HostId', ''],
  ];
  return `${HEAD}<Error>${elements(fields)}</Error>`;
}

/** Elements of a CompleteMultipartUpload are three deep. */
const MAX_DEPTH = 16;
/** Longer than any number or ETag. */
const MAX_TEXT = 1_024;

class NotAList extends Error {}

/**
 * The parts of a CompleteMultipartUpload in their order. The caller judges the order.
 * @param maxParts  a longer list is refused as soon as it is
 * @returns null when the body is none. Takes time in proportion to the body, whatever is in it
 */
export function readCompleteXml(xml: string, maxParts: number): ListedPart[] | null {
  const listed: ListedPart[] = [];
  const path: string[] = [];
  let fields: { PartNumber?: string; ETag?: string } = {};
  let text = '';
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('doctype', () => {
    throw new NotAList();
  });
  parser.on('opentag', ({ name }) => {
    path.push(localName(name));
    text = '';
    if (path.length > MAX_DEPTH || path[0] !== ROOT) throw new NotAList();
    if (isPart(path)) fields = {};
  });
  const onText = (piece: string) => {
    if (text.length + piece.length <= MAX_TEXT) text += piece;
    else if (path.length === FIELD_DEPTH) throw new NotAList();
  };
  parser.on('text', onText);
  parser.on('cdata', onText);
  parser.on('closetag', () => {
    const field = path.at(-1);
    if (path.length === FIELD_DEPTH && path[1] === PART && (field === 'PartNumber' || field === 'ETag'))
      fields[field] = text.trim();
    if (isPart(path)) listed.push(toListed(fields, listed.length < maxParts));
    path.pop();
  });
  try {
    parser.write(xml).close();
  } catch {
    return null;
  }
  return listed.length > 0 ? listed : null;
}

const ROOT = 'CompleteMultipartUpload';
const PART = 'Part';
/** Root, part, field. */
const FIELD_DEPTH = 3;

function isPart(path: readonly string[]): boolean {
  return path.length === 2 && path[1] === PART;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function toListed({ PartNumber = '', ETag }: { PartNumber?: string; ETag?: string }, isSpace: boolean): ListedPart {
  const part = parseCount(PartNumber);
  if (!isSpace || part === null || ETag === undefined) throw new NotAList();
  return { part, etag: ETag.startsWith('"') && ETag.endsWith('"') ? ETag.slice(1, -1) : ETag };
}
