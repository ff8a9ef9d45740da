/** Songs for tests: the tags of each format with sound that is none. */
const ascii = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));
const big = (value: number): number[] => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const little = (value: number): number[] => big(value).toReversed();
const seven = (value: number): number[] => [21, 14, 7, 0].map((by) => (value >> by) & 127);
const utf8 = (text: string): number[] => [...new TextEncoder().encode(text)];

export const PICTURE = [0x89, 0x50, 0x4e, 0x47];

interface Id3Options {
  readonly version?: 2 | 3 | 4;
  /** Of the tag. */
  readonly flags?: number;
  /** Of each frame. */
  readonly frameFlags?: number;
}

/** @param frames  bytes by name; those of version 2.2 have names of three letters */
export function id3Of(
  frames: readonly (readonly [string, readonly number[]])[],
  { version = 3, flags = 0, frameFlags = 0 }: Id3Options = {},
): Uint8Array {
  const body = frames.flatMap(([name, content]) => {
    if (version === 2) return [...ascii(name), ...big(content.length).slice(1), ...content];
    const length = version === 4 ? seven(content.length) : big(content.length);
    return [...ascii(name), ...length, 0, frameFlags, ...content];
  });
  const stored = flags & 0x80 && version < 4 ? unsynchronised(body) : body;
  return Uint8Array.from([...ascii('ID3'), version, 0, flags, ...seven(stored.length), ...stored, 0xff, 0xfb]);
}

export function unsynchronised(bytes: readonly number[]): number[] {
  return bytes.flatMap((byte, at) =>
    byte === 0xff && ((bytes[at + 1] ?? 0) >= 0xe0 || bytes[at + 1] === 0) ? [byte, 0] : [byte],
  );
}

export function id3EndOf(title: readonly number[], artist: readonly number[]): Uint8Array {
  const end = new Uint8Array(128);
  end.set([...ascii('TAG'), ...title]);
  end.set(artist, 33);
  return Uint8Array.from([...Array<number>(500).fill(0x55), ...end]);
}

/** The block of a picture of FLAC. */
function pictureBlock(): number[] {
  const rest = Array<number>(16).fill(0);
  return [...big(3), ...big(9), ...ascii('image/png'), ...big(0), ...rest, ...big(4), ...PICTURE];
}

function comments(lines: readonly string[]): number[] {
  return [
    ...little(0),
    ...little(lines.length),
    ...lines.flatMap((line) => [...little(utf8(line).length), ...utf8(line)]),
  ];
}

export function flacOf(lines: readonly string[]): Uint8Array {
  const [list, cover] = [comments(lines), pictureBlock()];
  return Uint8Array.from([
    ...ascii('fLaC'),
    4,
    ...big(list.length).slice(1),
    ...list,
    0x86,
    ...big(cover.length).slice(1),
    ...cover,
  ]);
}

function page(serial: number, packet: readonly number[]): number[] {
  const pages: number[] = [];
  const sizes = [...Array<number>(Math.floor(packet.length / 255)).fill(255), packet.length % 255];
  for (let at = 0; at < sizes.length; at += 255) {
    const part = sizes.slice(at, at + 255);
    const body = packet.slice(at * 255, at * 255 + part.reduce((sum, size) => sum + size, 0));
    pages.push(...ascii('OggS'), 0, 0, ...Array<number>(8).fill(0), ...little(serial), ...big(0), ...big(0));
    pages.push(part.length, ...part, ...body);
  }
  return pages;
}

/** @param lines  comments; @param hasCover  as a comment of six-bit letters */
export function oggOf(kind: 'opus' | 'vorbis' | 'flac', lines: readonly string[], hasCover = false): Uint8Array {
  const picture = `METADATA_BLOCK_PICTURE=${btoa(String.fromCharCode(...pictureBlock()))}`;
  const list = comments(hasCover ? [...lines, picture] : lines);
  const packets = {
    opus: { head: ascii('OpusHead'), second: [...ascii('OpusTags'), ...list] },
    vorbis: { head: [1, ...ascii('vorbis')], second: [3, ...ascii('vorbis'), ...list, 1] },
    flac: { head: [0x7f, ...ascii('FLAC')], second: [0x84, ...big(list.length).slice(1), ...list] },
  };
  const { head, second } = packets[kind];
  return Uint8Array.from([...page(7, head), ...page(7, second), ...page(7, [0, 1, 2])]);
}

const box = (name: string, ...content: readonly (readonly number[])[]): number[] => {
  const body = content.flat();
  return [...big(body.length + 8), ...ascii(name), ...body];
};

/** @param isLast  the tags are behind the sound */
export function m4aOf(title: readonly number[], artist: string, isLast: boolean): Uint8Array {
  const item = (name: string, type: number, value: readonly number[]) =>
    box(name, box('data', big(type), big(0), value));
  const list = box('ilst', item('\u00a9nam', 1, title), item('\u00a9ART', 1, utf8(artist)), item('covr', 14, PICTURE));
  const moov = box(
    'moov',
    box('mvhd', Array<number>(100).fill(0)),
    box('udta', box('meta', big(0), box('hdlr', big(0)), list)),
  );
  const sound = box('mdat', Array<number>(200_000).fill(1));
  return Uint8Array.from([...box('ftyp', ascii('M4A ')), ...(isLast ? [...sound, ...moov] : [...moov, ...sound])]);
}

export const bytesOfText = utf8;
export const bytesOfAscii = ascii;
