/** Warnings about variables that look like settings and do nothing on one machine: misspelled, or for Cloudflare. Pure. */
import { DECLARED } from '#scripts/settings/declared.ts';

/** Names that begin so are settings of this program and of few others. */
const FAMILY = /^(SMTP|SMS|OIDC|CAPTCHA|DOWNLOADER|METRICS)_/;
/** A name with as many wrong letters is another word. */
const MOST_WRONG = 2;
const LEAST_LENGTH = 6;

/** Letters to change, add or leave out between two words. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1];
    for (const [at, wanted] of [...other].entries())
      next.push(Math.min((row[at] ?? 0) + Number(letter !== wanted), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    row = next;
  }
  return row.at(-1) ?? 0;
}

function nearest(name: string): string | undefined {
  if (name.length < LEAST_LENGTH) return undefined;
  // Most names differ in length alone, and to compare letters takes longer than all else of a start's warnings.
  const isNear = (other: string): boolean =>
    Math.abs(other.length - name.length) <= MOST_WRONG && distance(name, other) <= MOST_WRONG;
  return DECLARED.find((setting) => isNear(setting.name))?.name;
}

/** @returns a line for each; '' for none */
export function describeUnused(env: NodeJS.ProcessEnv): string {
  const places = new Map(DECLARED.map(({ name, place }) => [name, place]));
  return Object.entries(env)
    .filter(([, value]) => value)
    .map(([name]) => {
      if (places.get(name) === 'cloudflare') return `warning: ${name} is for Cloudflare and does nothing here.\n`;
      if (places.has(name)) return '';
      const meant = nearest(name);
      if (meant) return `warning: ${name} is no setting. ${meant} is one.\n`;
      return FAMILY.test(name) ? `warning: ${name} is no setting: docs/settings.md has all names.\n` : '';
    })
    .join('');
}
