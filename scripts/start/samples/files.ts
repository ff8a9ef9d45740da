/** The files of the sample drive. Their bytes are the same each time; the names are those of one language. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type DayTime, pictureOf } from './landscape.ts';
import { documentOf, tableOf } from './office.ts';

export interface SampleNames {
  readonly folder: string;
  readonly pictures: Readonly<Record<DayTime, string>>;
  readonly document: string;
  readonly table: string;
  readonly song: string;
  readonly film: string;
}

export const ENGLISH_SAMPLES: SampleNames = {
  folder: 'Summer trip',
  pictures: { morning: 'Morning', noon: 'Noon', evening: 'Evening', night: 'Night' },
  document: 'Packing list',
  table: 'Budget',
  song: 'Campfire song',
  film: 'From dawn to dusk',
};

export interface SampleFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const PACKING = [
  'Tent, two sleeping bags, the blue rope',
  'Stove, matches, the big pot',
  'Map and compass: there is no signal behind the pass',
  'Warm socks. It is cold at night, even in July',
  'Camera, and the small telescope for the stars',
];

const BUDGET = [
  ['What', 'People', 'Each', 'Together'],
  ['Train to the lake', 2, 38, 76],
  ['Hut, two nights', 2, 46, 92],
  ['Food', 2, 55, 110],
  ['Boat', 2, 12, 24],
  ['Sum', '', '', 302],
];

function stored(name: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(readFileSync(path.join(import.meta.dirname, name)));
}

/** Pictures in the colours of a day, a song and a short film. */
export function sampleMedia({ pictures, song, film }: SampleNames): SampleFile[] {
  const times = Object.entries(pictures) as [DayTime, string][];
  return [
    ...times.map(([time, name]) => ({ name: `${name}.png`, bytes: pictureOf(time) })),
    { name: `${song}.mp3`, bytes: stored('song.mp3') },
    { name: `${film}.webm`, bytes: stored('film.webm') },
  ];
}

/** A document and a table. */
export function samplePapers({ document, table }: SampleNames): SampleFile[] {
  return [
    { name: `${document}.docx`, bytes: documentOf(document, PACKING) },
    { name: `${table}.xlsx`, bytes: tableOf(table, BUDGET) },
  ];
}
