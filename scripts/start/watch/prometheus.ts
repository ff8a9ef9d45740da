/**
 * Numbers in the text form of Prometheus, version 0.0.4. The samples of a name are written in one piece, with its type; names and labels are our
 * own constants, values of labels are escaped.
 */

export type Labels = Readonly<Record<string, string>>;

export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Suffix of the name, labels, value. */
  readonly samples: readonly (readonly [suffix: string, labels: Labels, value: number])[];
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function labelled(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return '+Inf';
  return String(value);
}

export function gauge(name: string, help: string, value: number | undefined): Family {
  return { name, help, type: 'gauge', samples: value === undefined ? [] : [['', {}, value]] };
}

export function counter(name: string, help: string, value: number): Family {
  return { name, help, type: 'counter', samples: [['', {}, value]] };
}

/** One sample for each value of one label. */
export function labelledFamily(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  label: string,
  values: Readonly<Record<string, number>>,
): Family {
  const samples = Object.entries(values).map(([value, number]) => ['', { [label]: value }, number] as const);
  return { name, help, type, samples };
}

export function prometheusText(families: readonly Family[]): string {
  return families
    .map(({ name, help, type, samples }) => {
      const lines = samples.map(
        ([suffix, labels, value]) => `${name}${suffix}${labelled(labels)} ${numberText(value)}\n`,
      );
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
    })
    .join('');
}

/** Upper bounds in seconds: a page takes hundredths, an upload minutes. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, Number.POSITIVE_INFINITY];

/** Counts durations by the bounds. */
export class Histogram {
  private readonly counts = BOUNDS.map(() => 0);
  private sumSeconds = 0;

  observe(seconds: number): void {
    const at = BOUNDS.findIndex((bound) => seconds <= bound);
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.sumSeconds += seconds;
  }

  samples(labels: Labels): Family['samples'] {
    let below = 0;
    const buckets = BOUNDS.map((bound, at) => {
      below += this.counts[at] ?? 0;
      return ['_bucket', { ...labels, le: numberText(bound) }, below] as const;
    });
    return [...buckets, ['_sum', labels, this.sumSeconds], ['_count', labels, below]];
  }
}
