/** Pictures of a HEIC file, without those that are tiles, thumbnails or masks of others. Pure, linear; broken files have one. @source ISO/IEC 23008-12 */

const PICTURES = ['hvc1', 'av01', 'avc1', 'jpeg', 'grid', 'iden', 'iovl'];
/** References from a picture that is no page, and to one. */
const FROM_PARTS = ['thmb', 'auxl'];
const TO_PARTS = ['dimg'];
/** Most boxes of one level. */
const MAX_BOXES = 20_000;

interface Box {
  readonly name: string;
  readonly body: DataView;
}

function part(view: DataView, start: number, end: number): DataView {
  return new DataView(view.buffer, view.byteOffset + start, end - start);
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
}

function boxesOf(view: DataView): readonly Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= view.byteLength && boxes.length < MAX_BOXES; ) {
    const length = view.getUint32(at);
    const end = length === 0 ? view.byteLength : at + length;
    if (end < at + 8 || end > view.byteLength) break;
    boxes.push({ name: nameAt(view, at + 4), body: part(view, at + 8, end) });
    at = end;
  }
  return boxes;
}

/** Numbers of the pictures that are not hidden. */
function picturesOf({ body }: Box): Set<number> {
  const start = body.getUint8(0) === 0 ? 6 : 8;
  const pictures = new Set<number>();
  for (const { name, body: entry } of boxesOf(part(body, start, body.byteLength))) {
    const version = entry.getUint8(0);
    if (name !== 'infe' || version < 2) continue;
    const isHidden = (entry.getUint8(3) & 1) === 1;
    const isLong = version > 2;
    const type = nameAt(entry, isLong ? 10 : 8);
    if (!isHidden && PICTURES.includes(type)) pictures.add(isLong ? entry.getUint32(4) : entry.getUint16(4));
  }
  return pictures;
}

function dropParts(pictures: Set<number>, { body }: Box): void {
  const isLong = body.getUint8(0) > 0;
  const idBytes = isLong ? 4 : 2;
  for (const { name, body: reference } of boxesOf(part(body, 4, body.byteLength))) {
    const idAt = (at: number) => (isLong ? reference.getUint32(at) : reference.getUint16(at));
    if (FROM_PARTS.includes(name)) pictures.delete(idAt(0));
    if (!TO_PARTS.includes(name)) continue;
    const count = reference.getUint16(idBytes);
    for (let index = 0; index < count; index += 1) pictures.delete(idAt(idBytes + 2 + index * idBytes));
  }
}

export function heicPages(bytes: ArrayBuffer): number {
  try {
    const meta = boxesOf(new DataView(bytes)).find(({ name }) => name === 'meta');
    if (!meta) return 1;
    const parts = boxesOf(part(meta.body, 4, meta.body.byteLength));
    const items = parts.find(({ name }) => name === 'iinf');
    const references = parts.find(({ name }) => name === 'iref');
    const pictures = items ? picturesOf(items) : new Set<number>();
    if (references) dropParts(pictures, references);
    return Math.max(1, pictures.size);
  } catch {
    // A length that leads out of the file.
    return 1;
  }
}
