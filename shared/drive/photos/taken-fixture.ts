/** Files with times in them, made by script: heads alone, which no viewer shows. */

export type Bytes = Uint8Array<ArrayBuffer>;
type Part = Uint8Array | readonly number[] | string;

const bytesOf = (part: Part): Uint8Array =>
  typeof part === 'string' ? Uint8Array.from(part, (sign) => sign.charCodeAt(0)) : Uint8Array.from(part);

export function joined(...parts: readonly Part[]): Bytes {
  const pieces = parts.map(bytesOf);
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const be16 = (value: number): number[] => [(value >> 8) & 255, value & 255];
const be32 = (value: number): number[] => [...be16(value >>> 16), ...be16(value & 0xffff)];

export interface ExifTimes {
  /** Each `2026:08:15 14:30:12`. */
  readonly original?: string;
  readonly digitized?: string;
  readonly changed?: string;
  /** `+09:00`, of the original. */
  readonly zone?: string;
  readonly isLittle?: boolean;
}

/** The TIFF data of an Exif block. */
export function exifOf({ original, digitized, changed, zone, isLittle = false }: ExifTimes): Bytes {
  const n16 = (value: number) => (isLittle ? be16(value).toReversed() : be16(value));
  const n32 = (value: number) => (isLittle ? be32(value).toReversed() : be32(value));
  const pick = (tags: readonly (readonly [number, string | undefined])[]) =>
    tags.flatMap(([tag, text]) => (text === undefined ? [] : [{ tag, text: `${text}\0` }]));
  const top = pick([[0x0132, changed]]);
  const inner = pick([
    [0x9003, original],
    [0x9004, digitized],
    [0x9011, zone],
  ]);
  const table = (entries: readonly { tag: number; text: string }[], at: number, link: number[] | null): number[] => {
    const count = entries.length + (link ? 1 : 0);
    let place = at + 2 + count * 12 + 4;
    const heads = entries.flatMap(({ tag, text }) => {
      const head = [...n16(tag), ...n16(2), ...n32(text.length), ...n32(place)];
      place += text.length;
      return head;
    });
    const texts = entries.flatMap(({ text }) => [...text].map((sign) => sign.charCodeAt(0)));
    return [...n16(count), ...heads, ...(link ?? []), ...n32(0), ...texts];
  };
  const innerAt = 8 + table(top, 8, Array(12).fill(0)).length;
  const link = [...n16(0x8769), ...n16(4), ...n32(1), ...n32(innerAt)];
  return joined(isLittle ? 'II' : 'MM', n16(42), n32(8), table(top, 8, link), table(inner, innerAt, null));
}

/** @param jpeg  a whole picture into which the block goes; left out: a head alone */
export function jpegWith(exif: Bytes, jpeg: Bytes = joined([0xff, 0xd8, 0xff, 0xd9])): Bytes {
  const body = joined('Exif\0\0', exif);
  return joined(jpeg.subarray(0, 2), [0xff, 0xe1], be16(body.length + 2), body, jpeg.subarray(2));
}

export function pngWith(exif: Bytes, before = 0): Bytes {
  const chunk = (type: string, data: Part) => joined(be32(data.length), type, data, be32(0));
  return joined(
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10],
    chunk('IHDR', new Uint8Array(13)),
    chunk('IDAT', new Uint8Array(before)),
    chunk('eXIf', exif),
    chunk('IEND', []),
  );
}

export function webpWith(exif: Bytes): Bytes {
  const le32 = (value: number) => be32(value).toReversed();
  const chunk = (type: string, data: Part) => joined(type, le32(data.length), data, data.length % 2 ? [0] : []);
  const body = joined(
    'WEBP',
    chunk('VP8X', new Uint8Array(10)),
    chunk('VP8 ', new Uint8Array(31)),
    chunk('EXIF', exif),
  );
  return joined('RIFF', le32(body.length), body);
}

const box = (type: string, ...parts: readonly Part[]): Bytes => {
  const body = joined(...parts);
  return joined(be32(body.length + 8), type, body);
};

export function heicWith(exif: Bytes): Bytes {
  const item = (id: number, type: string) => box('infe', [2, 0, 0, 0], be16(id), be16(0), type, [0]);
  const metaOf = (at: number) =>
    box(
      'meta',
      be32(0),
      box('hdlr', new Uint8Array(20)),
      box('iinf', be32(0), be16(2), item(1, 'hvc1'), item(2, 'Exif')),
      box(
        'iloc',
        be32(0),
        [0x44, 0],
        be16(2),
        ...[1, 2].flatMap((id) => [be16(id), be16(0), be16(1), be32(id === 2 ? at : 0), be32(exif.length + 4)]),
      ),
    );
  const start = box('ftyp', 'heic', be32(0), 'mif1heic');
  const at = start.length + metaOf(0).length + 8;
  return joined(start, metaOf(at), box('mdat', be32(0), exif));
}

/** A small picture whose items say that each has 65,535 pieces, of no bytes. */
export function crowdedHeic(items: number): Bytes {
  const exif = box('infe', [2, 0, 0, 0], be16(1), be16(0), 'Exif');
  const crowd = Array.from({ length: items }, () => [...be16(2), ...be16(0), ...be16(65_535)]).flat();
  return joined(
    box('ftyp', 'heic', be32(0)),
    box('meta', be32(0), box('iinf', be32(0), be16(1), exif), box('iloc', be32(0), [0, 0], be16(items), crowd)),
  );
}

export interface FilmFacts {
  /** Epoch seconds. */
  readonly seconds: number;
  /** As phones write it: `2026-08-15T14:30:12+0900`. */
  readonly date?: string;
  /** Bytes of the film before its tables. */
  readonly mediaBytes?: number;
}

export function filmWith({ seconds, date, mediaBytes = 100 }: FilmFacts): Bytes {
  const key = 'com.apple.quicktime.creationdate';
  const meta = box(
    'meta',
    box('hdlr', new Uint8Array(24)),
    box('keys', be32(0), be32(1), be32(key.length + 8), 'mdta', key),
    box('ilst', box('\0\0\0\u0001', box('data', be32(1), be32(0), date ?? ''))),
  );
  return joined(
    box('ftyp', 'qt  ', be32(0)),
    box('mdat', new Uint8Array(mediaBytes)),
    box('moov', box('mvhd', be32(0), be32(seconds + 2_082_844_800), new Uint8Array(92)), date ? meta : []),
  );
}
