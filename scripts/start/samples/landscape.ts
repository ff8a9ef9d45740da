/** The pictures of the sample drive: one landscape in the colours of four times of a day, drawn by code. Pure: the same bytes each time. */
import { crc32, deflateSync } from 'node:zlib';

export type DayTime = 'morning' | 'noon' | 'evening' | 'night';

type Colour = readonly [red: number, green: number, blue: number];

interface Light {
  /** Of the sky, from its top to the horizon. */
  readonly sky: readonly [Colour, Colour, Colour];
  /** Sun or moon: its place and radius as parts of the width and height. */
  readonly disc: { readonly x: number; readonly y: number; readonly radius: number; readonly colour: Colour };
  /** Of the hills, from the farthest to the nearest. */
  readonly far: Colour;
  readonly near: Colour;
  readonly stars: number;
}

/** From one midnight to the next, as parts of a day. */
const TIMES: Readonly<Record<DayTime, number>> = { night: 0, morning: 0.28, noon: 0.52, evening: 0.78 };

const LIGHTS: Readonly<Record<DayTime, Light>> = {
  morning: {
    sky: [
      [126, 164, 206],
      [244, 196, 190],
      [255, 226, 176],
    ],
    disc: { x: 0.26, y: 0.47, radius: 0.055, colour: [255, 246, 214] },
    far: [196, 168, 186],
    near: [58, 74, 92],
    stars: 0,
  },
  noon: {
    sky: [
      [58, 138, 214],
      [130, 192, 236],
      [214, 236, 246],
    ],
    disc: { x: 0.52, y: 0.17, radius: 0.06, colour: [255, 252, 232] },
    far: [146, 188, 200],
    near: [34, 94, 74],
    stars: 0,
  },
  evening: {
    sky: [
      [72, 56, 116],
      [214, 98, 96],
      [255, 180, 96],
    ],
    disc: { x: 0.74, y: 0.45, radius: 0.065, colour: [255, 222, 150] },
    far: [170, 90, 110],
    near: [42, 28, 58],
    stars: 0,
  },
  night: {
    sky: [
      [10, 16, 44],
      [24, 40, 84],
      [66, 86, 132],
    ],
    disc: { x: 0.66, y: 0.2, radius: 0.045, colour: [240, 240, 224] },
    far: [52, 68, 110],
    near: [8, 14, 30],
    stars: 70,
  },
};

const HILLS = 5;
/** Heights of the ridges above the lower edge, as parts of the height. */
const RIDGES = [0.46, 0.39, 0.3, 0.2, 0.09];

const between = (from: number, to: number, part: number): number => from + (to - from) * part;

function mixed(from: Colour, to: Colour, part: number): Colour {
  return [between(from[0], to[0], part), between(from[1], to[1], part), between(from[2], to[2], part)];
}

function mixedLight(from: Light, to: Light, part: number): Light {
  const { disc } = from;
  return {
    sky: [
      mixed(from.sky[0], to.sky[0], part),
      mixed(from.sky[1], to.sky[1], part),
      mixed(from.sky[2], to.sky[2], part),
    ],
    disc: {
      x: between(disc.x, to.disc.x, part),
      y: between(disc.y, to.disc.y, part),
      radius: between(disc.radius, to.disc.radius, part),
      colour: mixed(disc.colour, to.disc.colour, part),
    },
    far: mixed(from.far, to.far, part),
    near: mixed(from.near, to.near, part),
    stars: 0,
  };
}

/** @param moment  part of a day, 0 at midnight. The light of a time of day, or between two of them. */
function lightAt(moment: number): Light {
  const times = Object.entries(TIMES) as [DayTime, number][];
  const at = times.findLastIndex(([, time]) => time <= moment);
  const [from, start] = times[at] ?? ['night', 0];
  const [to, end] = times[at + 1] ?? ['night', 1];
  const part = (moment - start) / (end - start);
  return part === 0 ? LIGHTS[from] : mixedLight(LIGHTS[from], LIGHTS[to], part);
}

/** Height of a ridge at a place, both as parts of the picture. */
function ridgeAt(hill: number, x: number): number {
  const base = RIDGES[hill] ?? 0;
  const wave = Math.sin(x * (5.1 + hill * 1.7) + hill * 2.4) * 0.055 + Math.sin(x * (13 + hill * 3) + hill) * 0.016;
  if (hill < HILLS - 2) return base + wave + Math.abs(Math.sin(x * 9 + hill * 4)) * (0.05 - hill * 0.012);
  // Firs on the two nearest ridges, each of its own height.
  const spacing = hill === HILLS - 1 ? 0.031 : 0.017;
  const tree = Math.floor(x / spacing);
  const height = (0.35 + 0.65 * Math.abs(Math.sin(tree * 12.9898 + hill))) * spacing * 2.4;
  const beside = Math.abs(x / spacing - tree - 0.5) * 2;
  return base + wave * 0.7 + height * Math.max(0, 1 - beside * 1.15);
}

/** Part of a pixel that is inside an edge which is `inside` pixels away. */
const coverage = (inside: number): number => Math.min(1, Math.max(0, inside + 0.5));

/** @param moment  part of a day, 0 at midnight @returns three bytes a pixel, by rows */
function landscape(width: number, height: number, moment: number): Uint8Array {
  const { sky, disc, far, near, stars } = lightAt(moment);
  const pixels = new Uint8Array(width * height * 3);
  const ridges = RIDGES.map((_, hill) =>
    Float64Array.from({ length: width }, (__, x) => height * (1 - ridgeAt(hill, x / width))),
  );
  const colours = RIDGES.map((_, hill) => mixed(far, near, hill / (HILLS - 1)));
  const [centreX, centreY, radius] = [disc.x * width, disc.y * height, disc.radius * width];
  for (let y = 0; y < height; y += 1) {
    const part = Math.min(1, y / (height * 0.62));
    const air = part < 0.5 ? mixed(sky[0], sky[1], part * 2) : mixed(sky[1], sky[2], part * 2 - 1);
    for (let x = 0; x < width; x += 1) {
      let colour = mixed(air, disc.colour, coverage(radius - Math.hypot(x - centreX, y - centreY)));
      for (let hill = 0; hill < HILLS; hill += 1) {
        const inside = coverage(y - (ridges[hill]?.[x] ?? 0));
        if (inside > 0) colour = mixed(colour, colours[hill] ?? near, inside);
      }
      pixels.set(colour.map(Math.round), (y * width + x) * 3);
    }
  }
  for (let star = 1; star <= stars; star += 1) {
    const x = Math.floor(((star * 0.618_034) % 1) * width);
    const y = Math.floor(((star * 0.754_878) % 1) * height * 0.46);
    if (Math.hypot(x - centreX, y - centreY) > radius * 1.3)
      pixels.fill(220, (y * width + x) * 3, (y * width + x) * 3 + 6);
  }
  return pixels;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** @param pixels  three bytes a pixel, by rows */
export function png(pixels: Uint8Array, width: number, height: number): Uint8Array<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // 8 bits a colour, three colours a pixel.
  head.set([8, 2], 8);
  const stride = width * 3;
  const rows = new Uint8Array((stride + 1) * height);
  for (let y = 0; y < height; y += 1) {
    // Each pixel as its difference from the one before it: a row of sky is zeros.
    rows[y * (stride + 1)] = 1;
    for (let at = 0; at < stride; at += 1) {
      const before = at < 3 ? 0 : (pixels[y * stride + at - 3] ?? 0);
      rows[y * (stride + 1) + 1 + at] = (pixels[y * stride + at] ?? 0) - before;
    }
  }
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', new Uint8Array())];
  return Uint8Array.from(Buffer.concat([signature, ...chunks]));
}

export function pictureOf(time: DayTime, width = 1_200, height = 900): Uint8Array<ArrayBuffer> {
  return png(landscape(width, height, TIMES[time]), width, height);
}
