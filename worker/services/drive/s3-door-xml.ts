/**
 * XML of the S3-style door: its answers, its errors, and the one body it reads. No I/O.
 */
import type { ListedPart } from './upload.rules.ts';
import type { PartData } from './upload-calls.ts';

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
    ['NextPartNumberMarker', page.parts.at(-1)?.part ?? page.marker],
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

function textOf(xml: string, name: string): string | null {
  const found = new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(xml)?.[1];
  if (found === undefined) return null;
  return found.replace(/&(quot|#34|#x22);/gi, '"').replaceAll('&amp;', '&');
}

/** The parts of a CompleteMultipartUpload in their order, or null when the body is none. Order is the caller's to judge. */
export function readCompleteXml(xml: string): ListedPart[] | null {
  const listed: ListedPart[] = [];
  for (const [, inner = ''] of xml.matchAll(/<Part>([\s\S]*?)<\/Part>/g)) {
    const part = Number(textOf(inner, 'PartNumber') ?? Number.NaN);
    const etag = textOf(inner, 'ETag');
    if (!Number.isInteger(part) || etag === null) return null;
    listed.push({ part, etag: etag.replace(/^"|"$/g, '') });
  }
  return listed.length > 0 && /<CompleteMultipartUpload[\s>]/.test(xml) ? listed : null;
}
