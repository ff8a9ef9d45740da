/**
 * Lists of what does not meet a rule yet: `scripts/check/exceptions/<rule>.txt`, sorted, one `path` or `path count` a line; of
 * texts, `scripts/locales/exceptions/<tag>.txt`.
 * A list can only shrink: more than listed is a finding, and so is less, until `npm run prune` lowers the entry.
 */
import type { Finding } from './finding.ts';
import type { Tree } from './tree.ts';

export const EXCEPTIONS_FOLDER = 'scripts/check/exceptions';

/** Path -> how much of the rule may be broken there. */
export type Exceptions = ReadonlyMap<string, number>;

/** At most as many places of one file are printed. */
const MAX_PRINTED = 15;

/** @returns lists by rule */
export function readExceptions(tree: Tree, folder = EXCEPTIONS_FOLDER): Map<string, Exceptions> {
  const lists = new Map<string, Exceptions>();
  for (const [path, text] of tree) {
    if (path.startsWith(`${folder}/`) && path.endsWith('.txt'))
      lists.set(path.slice(folder.length + 1, -'.txt'.length), parseExceptions(text));
  }
  return lists;
}

/** A path listed twice, as after a merge of two branches, has its larger count. */
function parseExceptions(text: string): Exceptions {
  const list = new Map<string, number>();
  for (const line of text.split('\n').filter((each) => each !== '')) {
    const [path = '', count = '1'] = line.split(' ');
    list.set(path, Math.max(list.get(path) ?? 0, Number(count)));
  }
  return list;
}

export function exceptionsText(list: Exceptions): string {
  const lines = Array.from(list, ([path, count]) => (count === 1 ? path : `${path} ${count}`));
  return lines
    .sort()
    .map((line) => `${line}\n`)
    .join('');
}

/** The file name of a rule's list. */
function listName(rule: string): string {
  return rule.replaceAll('/', '-');
}

/** @returns how much of each rule is broken, by list and path */
function countsOf(findings: readonly Finding[]): Map<string, Map<string, number>> {
  const counts = new Map<string, Map<string, number>>();
  for (const { rule, path, count = 1, isAdvice } of findings) {
    if (isAdvice) continue;
    const list = counts.get(listName(rule)) ?? new Map<string, number>();
    counts.set(listName(rule), list.set(path, (list.get(path) ?? 0) + count));
  }
  return counts;
}

/** Findings without those the lists allow, and one for each entry that allows more than is there. */
export function withExceptions(
  findings: readonly Finding[],
  lists: ReadonlyMap<string, Exceptions>,
  folder = EXCEPTIONS_FOLDER,
): Finding[] {
  const counts = countsOf(findings);
  const printed = new Map<string, number>();
  const reported = findings.flatMap((finding): Finding[] => {
    const { path, rule, message } = finding;
    if (finding.isAdvice) return [finding];
    const count = counts.get(listName(rule))?.get(path) ?? 0;
    const allowed = lists.get(listName(rule))?.get(path) ?? 0;
    if (count <= allowed) return [];
    const key = `${rule} ${path}`;
    printed.set(key, (printed.get(key) ?? 0) + 1);
    if ((printed.get(key) ?? 0) > MAX_PRINTED) return [];
    return [allowed === 0 ? finding : { ...finding, message: `${message} (${count} in the file, ${allowed} listed)` }];
  });
  const stale = Array.from(lists).flatMap(([rule, list]) =>
    Array.from(list).flatMap(([path, allowed]): Finding[] => {
      const count = counts.get(rule)?.get(path) ?? 0;
      const message = `${folder}/${rule}.txt allows ${allowed}, ${count} left: npm run prune`;
      return count < allowed ? [{ path, rule, message }] : [];
    }),
  );
  return [...reported, ...stale];
}

/** The lists lowered to what is still broken. An entry follows its file when `renames` (old path -> new path) names it. */
export function prunedExceptions(
  findings: readonly Finding[],
  lists: ReadonlyMap<string, Exceptions>,
  renames: ReadonlyMap<string, string> = new Map(),
): Map<string, Exceptions> {
  const counts = countsOf(findings);
  return new Map(
    Array.from(lists, ([rule, list]) => {
      const left = new Map<string, number>();
      for (const [listed, allowed] of list) {
        const path = renames.get(listed) ?? listed;
        const count = Math.min(allowed, counts.get(rule)?.get(path) ?? 0);
        if (count > 0) left.set(path, Math.max(count, left.get(path) ?? 0));
      }
      return [rule, left] as const;
    }),
  );
}
