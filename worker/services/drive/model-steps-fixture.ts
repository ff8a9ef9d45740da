/**
 * Steps of the model test: plain data that fast-check makes and shrinks. A step names nodes by where they are to be found,
 * so that it means something in every state. model-pair-fixture.ts takes them.
 */
import fc from 'fast-check';
import { SORT_ORDERS, type SortOrder } from '#shared/drive/model.ts';

const NAMES = ['a', 'A', 'b', 'b(1)', 'c.txt', 'C.TXT', 'c(1).txt', 'd.tar.gz', 'é', 'e\u0301', '', 'x/y', '.'];
const SIZES = [0, 7, 20, 33];

export interface Pick {
  readonly of: 'root' | 'folder' | 'file' | 'live' | 'trash' | 'lost';
  readonly at: number;
}

export type Step =
  | { readonly do: 'folder'; readonly to: Pick; readonly name: string }
  | { readonly do: 'file' | 'begin'; readonly to: Pick; readonly name: string; readonly sizeBytes: number }
  | { readonly do: 'finish' | 'abort'; readonly at: number }
  | { readonly do: 'rename'; readonly node: Pick; readonly name: string }
  | { readonly do: 'move' | 'copy'; readonly nodes: readonly Pick[]; readonly to: Pick }
  | { readonly do: 'trash' | 'untrash' | 'remove'; readonly nodes: readonly Pick[] }
  | { readonly do: 'detail' | 'path'; readonly node: Pick }
  | { readonly do: 'watch'; readonly node: Pick }
  | {
      readonly do: 'list';
      readonly folder: Pick;
      readonly order: SortOrder;
      readonly foldersFirst: boolean;
      readonly only: 'folders' | 'files' | 'all';
      readonly limit: number;
    }
  | { readonly do: 'everywhere' | 'listTrash'; readonly limit: number }
  | { readonly do: 'emptyTrash' | 'space' };

function picks(...weights: readonly (readonly [Pick['of'], number])[]): fc.Arbitrary<Pick> {
  const of = fc.oneof(...weights.map(([what, weight]) => ({ arbitrary: fc.constant(what), weight })));
  return fc.record({ of, at: fc.nat(30) });
}

const intoFolder = picks(['root', 4], ['folder', 8], ['file', 1], ['trash', 1], ['lost', 1]);
const one = picks(['live', 10], ['trash', 2], ['lost', 1]);
const several = fc.array(one, { minLength: 1, maxLength: 3 });
const mostlyTrash = fc.array(picks(['trash', 8], ['live', 2], ['lost', 1]), { minLength: 1, maxLength: 4 });
const name = fc.constantFrom(...NAMES);
const limit = fc.integer({ min: 1, max: 4 });

/** Numbers are weights. */
const STEPS: readonly (readonly [number, fc.Arbitrary<Step>])[] = [
  [5, fc.record({ do: fc.constant('folder' as const), to: intoFolder, name })],
  [4, fc.record({ do: fc.constant('file' as const), to: intoFolder, name, sizeBytes: fc.constantFrom(...SIZES) })],
  [2, fc.record({ do: fc.constant('begin' as const), to: intoFolder, name, sizeBytes: fc.constantFrom(...SIZES) })],
  [2, fc.record({ do: fc.constantFrom('finish' as const, 'abort' as const), at: fc.nat(5) })],
  [3, fc.record({ do: fc.constant('rename' as const), node: one, name })],
  [4, fc.record({ do: fc.constantFrom('move' as const, 'copy' as const), nodes: several, to: intoFolder })],
  [4, fc.record({ do: fc.constant('trash' as const), nodes: several })],
  [3, fc.record({ do: fc.constant('untrash' as const), nodes: mostlyTrash })],
  [1, fc.record({ do: fc.constant('remove' as const), nodes: several })],
  [2, fc.record({ do: fc.constantFrom('detail' as const, 'path' as const), node: one })],
  [1, fc.record({ do: fc.constant('watch' as const), node: one })],
  [
    4,
    fc.record({
      do: fc.constant('list' as const),
      folder: intoFolder,
      order: fc.constantFrom(...SORT_ORDERS),
      foldersFirst: fc.boolean(),
      only: fc.constantFrom('all' as const, 'all' as const, 'folders' as const, 'files' as const),
      limit,
    }),
  ],
  [2, fc.record({ do: fc.constantFrom('everywhere' as const, 'listTrash' as const), limit })],
  [2, fc.record({ do: fc.constantFrom('emptyTrash' as const, 'space' as const, 'space' as const) })],
];

/** Sequences of steps. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary }))),
  { minLength: 1, maxLength: 40, size: 'max' },
);
