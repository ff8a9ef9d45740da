/**
 * The order of the nouns (folders) inside a feature, from its `order.txt`: one noun a line, the lowest first, then what it is about.
 * A noun imports those above its line, types included. A file beside the table has its own line (`keys.ts`), or it is wiring:
 * it imports every noun, and only tests import it. A fixture makes a whole feature: it imports every noun, and every test it.
 */
import type { Finding } from '../finding.ts';
import { type Place, placeOf, targetOf } from '../place.ts';
import type { Source } from '../source.ts';
import type { Tree } from '../tree.ts';

/** Features whose nouns have an order. */
export const ORDERED: readonly string[] = [
  'client/drive',
  'worker/services/auth',
  'worker/services/drive',
  'worker/services/membership',
  'worker/services/ops',
  'worker/services/share',
];

const RULE = 'noun-order';

const tableOf = (feature: string): string => `${feature}/order.txt`;

/** The nouns of a feature, the lowest first. */
function orderOf(tree: Tree, feature: string): string[] {
  const lines = (tree.get(tableOf(feature)) ?? '').split('\n').map((line) => line.split(' ', 1)[0] ?? '');
  return lines.filter((noun) => noun !== '');
}

/** The order of each feature, for the reader of the check. */
export function nounOrders(tree: Tree, features = ORDERED): Finding[] {
  return features.map((feature) => ({
    path: tableOf(feature),
    rule: RULE,
    message: orderOf(tree, feature).join(' < '),
    isAdvice: true,
  }));
}

export function checkNounOrder(tree: Tree, sources: readonly Source[], features = ORDERED): Finding[] {
  return features.flatMap((feature) => {
    const table = tableOf(feature);
    const order = orderOf(tree, feature);
    const own = sources.filter(({ path }) => path.startsWith(`${feature}/`));
    const folders = new Set(own.map(({ path }) => nounOf(placeOf(path))).filter((noun) => !/\.tsx?$/.test(noun)));
    folders.delete('');
    const unlisted = Array.from(folders).filter((folder) => !order.includes(folder));
    const unknown = order.filter(
      (noun, at) => order.indexOf(noun) < at || !(folders.has(noun) || tree.has(`${feature}/${noun}`)),
    );
    return [
      ...unlisted.map((noun) => ({ path: table, rule: RULE, message: `the folder ${noun} has no line` })),
      ...unknown.map((noun) => ({ path: table, rule: RULE, message: `${noun} is no folder, or has two lines` })),
      ...own.flatMap((source) => upwardImports(source, feature, order)),
    ];
  });
}

/** The first folder inside the feature, or the name of a file at its top. */
function nounOf(place: Place): string {
  return place.inModule.split('/', 1)[0] ?? '';
}

function isFixture({ path }: Place): boolean {
  return /-(fixture|cases)\.tsx?$/.test(path);
}

function upwardImports({ path, imports }: Source, feature: string, order: readonly string[]): Finding[] {
  const from = placeOf(path);
  const rank = order.indexOf(nounOf(from));
  if (rank === -1 || isFixture(from)) return [];
  return imports.flatMap(({ specifier, line }): Finding[] => {
    const to = targetOf(specifier, from);
    if (to.kind !== 'file' || to.place.module !== feature || isFixture(to.place)) return [];
    const called = nounOf(to.place);
    const calledRank = order.indexOf(called);
    if (calledRank === -1 ? from.isTest : calledRank <= rank) return [];
    const reason = calledRank === -1 ? `${called} is wiring` : `${called} is above ${order[rank]}`;
    return [{ path, line, rule: RULE, message: `"${specifier}": ${reason} in ${feature}/order.txt` }];
  });
}
