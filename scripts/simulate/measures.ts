/** Measured counts and service times that the model starts from; `npm run bench -- cost --measures` writes them. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, 'measures.json');

/** One action, as the bench counts it. */
export interface Measure {
  readonly calls: number;
  readonly rowsWritten: number;
  /** Time in objects, of all calls. */
  readonly objectMs: number;
  /** List price of a million. */
  readonly dollars: number;
}

/** Name of each action in the bench, by its name here. */
const ACTIONS = {
  upload: /^upload of 1 MB, one request/,
  view: /^view of a link, after its lease/,
  hotView: /^view of a link, by the same viewer at once/,
  savedFile: /^file of a saved link of \d{4,}/,
  download: /^download/,
  signIn: /^sign-in/,
  listing: /^listing/,
} as const;

export type ActionName = keyof typeof ACTIONS;

export interface Measures {
  /** RFC 3339. */
  readonly at: string;
  /** Mean number of waiting programs while it was measured: service times grow with it. */
  readonly loadAverage: number;
  readonly actions: Readonly<Record<ActionName, Measure>>;
}

export function readMeasures(): Measures {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Measures;
}

/** @throws Error when an action is missing: half of a run is no measure */
export function writeMeasures(bills: ReadonlyMap<string, Measure>, loadAverage: number): void {
  const found = Object.entries(ACTIONS).map(([name, pattern]) => {
    const bill = [...bills].find(([title]) => pattern.test(title))?.[1];
    if (!bill) throw new Error(`no action matches ${pattern}: count them all`);
    const { calls, rowsWritten, objectMs, dollars } = bill;
    return [name, { calls, rowsWritten, objectMs, dollars }];
  });
  const measures = { at: new Date().toISOString(), loadAverage, actions: Object.fromEntries(found) };
  writeFileSync(FILE, `${JSON.stringify(measures, null, 2)}\n`);
}
