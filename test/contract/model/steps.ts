/**
 * Steps of the model test: plain data that fast-check makes and shrinks. A step names nodes by where they are to be found,
 * so that it means something in every state. pair.ts takes them.
 */
import fc from 'fast-check';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { type EventType, SORT_ORDERS, type SortOrder } from '#shared/drive/model.ts';

const NAMES = [
  'a',
  'A',
  'p.jpg',
  'b',
  'b(1)',
  'c.txt',
  'C.TXT',
  'c(1).txt',
  'd.tar.gz',
  'é',
  'e\u0301',
  '',
  'x/y',
  '.',
];
const SIZES = [0, 7, 20, 33];

export interface Pick {
  readonly of: 'root' | 'folder' | 'file' | 'live' | 'trash' | 'lost';
  readonly at: number;
}

/** Steps that usage-steps.ts runs. */
export type UsageStep =
  | {
      readonly do: 'put';
      readonly to: Pick;
      readonly name: string;
      readonly sizeBytes: number;
      readonly conflict: ConflictChoice;
    }
  | { readonly do: 'tidy'; readonly keep: Pick; readonly nodes: readonly Pick[] }
  | { readonly do: 'largest'; readonly limit: number }
  | { readonly do: 'sent' };

/** Steps that search-steps.ts takes. */
export type FindingStep =
  | UsageStep
  | { readonly do: 'search'; readonly text: string; readonly limit: number }
  | { readonly do: 'star'; readonly nodes: readonly Pick[]; readonly starred: boolean }
  | { readonly do: 'note'; readonly node: Pick; readonly type: EventType; readonly seconds: string }
  | { readonly do: 'forgetEvents'; readonly at: readonly number[] }
  | { readonly do: 'clearEvents'; readonly types: readonly EventType[] }
  | { readonly do: 'recent'; readonly types: readonly EventType[]; readonly limit: number }
  | { readonly do: 'size'; readonly node: Pick }
  | { readonly do: 'duplicates' | 'openUploads' | 'starred'; readonly limit: number }
  | { readonly do: 'kinds' | 'revision' }
  | { readonly do: 'versions'; readonly node: Pick; readonly limit: number }
  | { readonly do: 'restoreVersion' | 'deleteVersion'; readonly node: Pick; readonly at: number }
  | { readonly do: 'conflicts'; readonly folder: Pick; readonly names: readonly string[] };

/** Steps that change-steps.ts takes. */
export type ChangeStep =
  | { readonly do: 'folder'; readonly to: Pick; readonly name: string; readonly conflict: 'keep_both' | 'skip' }
  | {
      readonly do: 'file' | 'begin';
      readonly to: Pick;
      readonly name: string;
      readonly sizeBytes: number;
      readonly conflict: ConflictChoice;
    }
  | { readonly do: 'finish' | 'abort'; readonly at: number }
  | { readonly do: 'rename'; readonly node: Pick; readonly name: string }
  | {
      readonly do: 'move' | 'copy';
      readonly nodes: readonly Pick[];
      readonly to: Pick;
      readonly conflict: ConflictChoice;
      /** So many ids that a task does it, not the call. */
      readonly many: boolean;
    }
  | {
      readonly do: 'untrash';
      readonly nodes: readonly Pick[];
      readonly conflict: ConflictChoice;
      readonly many: boolean;
    }
  | { readonly do: 'trash' | 'remove'; readonly nodes: readonly Pick[]; readonly many: boolean }
  | { readonly do: 'renameMany'; readonly nodes: readonly Pick[]; readonly names: readonly string[] }
  | { readonly do: 'watch'; readonly node: Pick }
  | { readonly do: 'emptyTrash' };

/** Steps that read-steps.ts takes. */
export type ReadStep =
  | { readonly do: 'detail' | 'path'; readonly node: Pick }
  | {
      readonly do: 'list';
      readonly folder: Pick;
      readonly order: SortOrder;
      readonly foldersFirst: boolean;
      readonly only: 'folders' | 'files' | 'all';
      readonly limit: number;
    }
  | { readonly do: 'everywhere' | 'listTrash'; readonly limit: number }
  | { readonly do: 'space' };

/** Steps that collect-steps.ts takes. `at` chooses a link, the others are few so that they meet. */
export type CollectStep =
  | {
      readonly do: 'collect';
      readonly to: Pick;
      readonly maxFiles: number;
      readonly fileBytes: number;
      readonly extension: string | null;
      readonly byPerson: boolean;
    }
  | {
      readonly do: 'collectLink';
      readonly at: number;
      /** `end` and `hour`: time passes for this link. */
      readonly act: 'close' | 'open' | 'end' | 'change' | 'hour' | 'delete';
      readonly maxFiles: number;
    }
  | {
      readonly do: 'send';
      readonly at: number;
      readonly receipt: number;
      readonly key: number;
      readonly name: string;
      readonly sizeBytes: number;
      readonly visitor: string;
      /** In parts, of which none is sent by this step. */
      readonly inParts: boolean;
    }
  | { readonly do: 'finishSent'; readonly at: number; readonly receipt: number; readonly key: number }
  | { readonly do: 'withdraw'; readonly at: number; readonly receipt: number };

export type Step = ChangeStep | ReadStep | FindingStep | CollectStep;

export function picks(...weights: readonly (readonly [Pick['of'], number])[]): fc.Arbitrary<Pick> {
  const of = fc.oneof(...weights.map(([what, weight]) => ({ arbitrary: fc.constant(what), weight })));
  return fc.record({ of, at: fc.nat(30) });
}

export const intoFolder = picks(['root', 4], ['folder', 8], ['file', 1], ['trash', 1], ['lost', 1]);
export const one = picks(['live', 10], ['trash', 2], ['lost', 1]);
export const several = fc.array(one, { minLength: 1, maxLength: 3 });
const mostlyTrash = fc.array(picks(['trash', 8], ['live', 2], ['lost', 1]), { minLength: 1, maxLength: 4 });
export const name = fc.constantFrom(...NAMES);
export const limit = fc.integer({ min: 1, max: 4 });
export const sizeBytes = fc.constantFrom(...SIZES);
const conflict = fc.constantFrom('keep_both' as const, 'keep_both' as const, 'skip' as const, 'replace' as const);
const skipping = fc.constantFrom('keep_both' as const, 'keep_both' as const, 'keep_both' as const, 'skip' as const);
const aFile = picks(['file', 10], ['live', 2], ['trash', 1], ['lost', 1]);
const NOTED = ['TYPE_VIEW', 'TYPE_PLAY', 'TYPE_DOWNLOAD'] as const;
const someTypes = fc.subarray<EventType>(['TYPE_CREATE', 'TYPE_UPLOAD', ...NOTED], { maxLength: 3 });

const many = fc.constantFrom(false, false, false, true);

const maxFiles = fc.integer({ min: 1, max: 3 });
const ofLink = { at: fc.nat(2), receipt: fc.nat(1) };
const collecting: fc.Arbitrary<CollectStep> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('collect' as const),
      to: intoFolder,
      maxFiles,
      fileBytes: fc.constantFrom(20, 100, 100),
      extension: fc.constantFrom(null, null, 'txt'),
      byPerson: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('collectLink' as const),
      at: ofLink.at,
      act: fc.constantFrom('close', 'open', 'open', 'end', 'change', 'change', 'hour', 'delete'),
      maxFiles,
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      ...ofLink,
      key: fc.nat(1),
      name,
      sizeBytes,
      visitor: fc.constantFrom('', 'V'),
      inParts: fc.constantFrom(false, false, true),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('finishSent' as const), ...ofLink, key: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('withdraw' as const), ...ofLink }) },
);

/** Numbers are weights. */
const STEPS: readonly (readonly [number, fc.Arbitrary<Step>])[] = [
  [5, fc.record({ do: fc.constant('folder' as const), to: intoFolder, name, conflict: skipping })],
  [5, fc.record({ do: fc.constant('file' as const), to: intoFolder, name, sizeBytes, conflict })],
  [2, fc.record({ do: fc.constant('begin' as const), to: intoFolder, name, sizeBytes, conflict })],
  [2, fc.record({ do: fc.constantFrom('finish' as const, 'abort' as const), at: fc.nat(5) })],
  [3, fc.record({ do: fc.constant('rename' as const), node: one, name })],
  [
    4,
    fc.record({
      do: fc.constantFrom('move' as const, 'copy' as const),
      nodes: several,
      to: intoFolder,
      conflict,
      many,
    }),
  ],
  [4, fc.record({ do: fc.constant('trash' as const), nodes: several, many })],
  [3, fc.record({ do: fc.constant('untrash' as const), nodes: mostlyTrash, conflict, many })],
  [1, fc.record({ do: fc.constant('remove' as const), nodes: several, many })],
  [
    2,
    fc.record({
      do: fc.constant('renameMany' as const),
      nodes: several,
      names: fc.array(name, { minLength: 3, maxLength: 3 }),
    }),
  ],
  [
    2,
    fc.record({
      do: fc.constant('search' as const),
      text: fc.constantFrom('a', 'c', '.', 'C.T', 'tar d', '(1)', 'é'),
      limit,
    }),
  ],
  [2, fc.record({ do: fc.constantFrom('detail' as const, 'path' as const), node: one })],
  [2, fc.record({ do: fc.constant('star' as const), nodes: several, starred: fc.boolean() })],
  [
    2,
    fc.record({
      do: fc.constant('note' as const),
      node: one,
      type: fc.constantFrom(...NOTED),
      seconds: fc.constantFrom('1', '2'),
    }),
  ],
  [1, fc.record({ do: fc.constant('forgetEvents' as const), at: fc.array(fc.nat(9), { maxLength: 2 }) })],
  [1, fc.record({ do: fc.constant('clearEvents' as const), types: someTypes })],
  [2, fc.record({ do: fc.constant('recent' as const), types: someTypes, limit })],
  [1, fc.record({ do: fc.constant('size' as const), node: one })],
  [
    2,
    fc.record({
      do: fc.constantFrom('duplicates' as const, 'openUploads' as const, 'starred' as const),
      limit,
    }),
  ],
  [1, fc.record({ do: fc.constantFrom('kinds' as const, 'revision' as const) })],
  [1, fc.record({ do: fc.constant('versions' as const), node: aFile, limit })],
  [2, fc.record({ do: fc.constant('restoreVersion' as const), node: aFile, at: fc.nat(2) })],
  [1, fc.record({ do: fc.constant('deleteVersion' as const), node: aFile, at: fc.nat(2) })],
  [
    1,
    fc.record({
      do: fc.constant('conflicts' as const),
      folder: intoFolder,
      names: fc.array(name, { minLength: 1, maxLength: 4 }),
    }),
  ],
  [4, fc.record({ do: fc.constant('put' as const), to: intoFolder, name, sizeBytes, conflict })],
  [
    2,
    fc.record({
      do: fc.constant('tidy' as const),
      keep: aFile,
      nodes: fc.array(aFile, { minLength: 1, maxLength: 2 }),
    }),
  ],
  [2, fc.record({ do: fc.constant('largest' as const), limit })],
  [1, fc.record({ do: fc.constant('sent' as const) })],
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
  [14, collecting],
];

export const anyStep = fc.oneof(...STEPS.map(([weight, arbitrary]) => ({ weight, arbitrary })));

/** Sequences of steps. */
export const steps: fc.Arbitrary<Step[]> = fc.array(anyStep, { minLength: 1, maxLength: 40, size: 'max' });
