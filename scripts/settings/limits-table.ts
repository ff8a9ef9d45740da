/** The table of docs/limits.md that has every limit of `LIMITS`, made from worker/env-limits.ts: names, defaults, and the comments there. */
import { limitsOf } from '#worker/env-limits.ts';

const ROW = /\/\*\*((?:(?!\*\/)[\s\S])+)\*\/\s+(\w+): v\.optional\(/g;
const MARKED = /(<!-- table: limits -->\n)[\s\S]*?(\n<!-- end -->)/;
const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
const STEP = 1_024;

const isBytes = (name: string): boolean => /bytes/i.test(name);

/** `6 GiB` for bytes, else digits in groups. */
function defaultOf(name: string, value: number): string {
  let power = 0;
  for (let left = value; isBytes(name) && left >= STEP && left % STEP === 0; left /= STEP) power++;
  const digits = (value / STEP ** power).toLocaleString('en-US');
  return power === 0 ? digits : `${digits} ${UNITS[power]}`;
}

/** @param source  of worker/env-limits.ts. @throws Error when a limit has no comment */
export function limitsTable(source: string): string {
  const defaults: Readonly<Record<string, number>> = limitsOf(undefined);
  const effects = new Map(
    Array.from(source.matchAll(ROW), ([, comment = '', name = '']) => [
      name,
      comment.replace(/\s+(\* )?/g, ' ').trim(),
    ]),
  );
  const rows = Object.entries(defaults).map(([name, value]) => {
    const effect = effects.get(name);
    if (effect === undefined) throw new Error(`worker/env-limits.ts: ${name} has no comment`);
    return `| \`${name}\` | ${defaultOf(name, value)} | ${effect} |`;
  });
  return ['| limit | default | what it bounds |', '|---|---|---|', ...rows].join('\n');
}

/** @param text  of docs/limits.md. @throws Error when it has no place for the table */
export function withLimitsTable(text: string, source: string): string {
  if (!MARKED.test(text)) throw new Error('docs/limits.md must have the table limits.');
  return text.replace(MARKED, (_, head: string, end: string) => head + limitsTable(source) + end);
}
