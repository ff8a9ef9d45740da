/** Small Matroska files, element by element, for tests. */

export const bytesOf = (...parts: readonly (Uint8Array | readonly number[] | string)[]): Uint8Array => {
  const all = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : Uint8Array.from(part)));
  const whole = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of all) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
};

function idBytes(id: number): number[] {
  const bytes: number[] = [];
  for (let rest = id; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return bytes;
}

/** Its size in four bytes. */
export function element(id: number, ...content: readonly (Uint8Array | readonly number[] | string)[]): Uint8Array {
  const inside = bytesOf(...content);
  const { length } = inside;
  return bytesOf(
    idBytes(id),
    [0x10 | (length >>> 24), (length >>> 16) & 255, (length >>> 8) & 255, length & 255],
    inside,
  );
}

/** Eight bytes. */
export function number(id: number, value: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt(value));
  return element(id, new Uint8Array(view.buffer));
}

export interface FixtureLine {
  /** ms */
  readonly at: number;
  /** ms */
  readonly lasts: number;
  readonly text: string | Uint8Array;
}

export interface FixtureTrack {
  readonly number: number;
  readonly codec: string;
  readonly language?: string;
  readonly name?: string;
  readonly encodings?: Uint8Array;
  readonly lines: readonly FixtureLine[];
}

const SEGMENT_HEAD = 8;

/** A film of subtitles alone; the index is at the end, as programs write it. */
export function filmOf(
  tracks: readonly FixtureTrack[],
  { chapters = [], hasIndex = true }: { chapters?: readonly [ms: number, name: string][]; hasIndex?: boolean } = {},
): Uint8Array {
  const entries = tracks.map((track) =>
    element(
      0xae,
      number(0xd7, track.number),
      number(0x83, 17),
      element(0x86, track.codec),
      ...(track.language === undefined ? [] : [element(0x22_b5_9c, track.language)]),
      ...(track.name === undefined ? [] : [element(0x53_6e, track.name)]),
      ...(track.encodings ? [track.encodings] : []),
    ),
  );
  const head = bytesOf(
    element(0x15_49_a9_66, number(0x2a_d7_b1, 1_000_000)),
    element(0x16_54_ae_6b, ...entries),
    element(
      0x10_43_a7_70,
      element(
        0x45_b9,
        ...chapters.map(([ms, name]) => element(0xb6, number(0x91, ms * 1e6), element(0x80, element(0x85, name)))),
      ),
    ),
  );
  const seekBytes = element(
    0x11_4d_9b_74,
    element(0x4d_bb, element(0x53_ab, [0x1c, 0x53, 0xbb, 0x6b]), number(0x53_ac, 0)),
  );
  const clusterAt = seekBytes.length + head.length;
  const blocks: Uint8Array[] = [];
  const points: Uint8Array[] = [];
  let inside = 0;
  for (const { number: track, lines } of tracks)
    for (const { at, lasts, text } of lines) {
      const block = element(0xa0, element(0xa1, [0x80 | track, 0, 0, 0], text), number(0x9b, lasts));
      points.push(
        element(
          0xbb,
          number(0xb3, at),
          element(0xb7, number(0xf7, track), number(0xf1, clusterAt), number(0xf0, inside)),
        ),
      );
      blocks.push(block);
      inside += block.length;
    }
  const cluster = element(0x1f_43_b6_75, ...blocks);
  const seek = element(
    0x11_4d_9b_74,
    element(0x4d_bb, element(0x53_ab, [0x1c, 0x53, 0xbb, 0x6b]), number(0x53_ac, clusterAt + cluster.length)),
  );
  const cues = hasIndex ? element(0x1c_53_bb_6b, ...points) : new Uint8Array();
  const film = bytesOf(element(0x1a_45_df_a3, [0]), element(0x18_53_80_67, seek, head, cluster, cues));
  if (film.length < SEGMENT_HEAD) throw new Error('no film');
  return film;
}
