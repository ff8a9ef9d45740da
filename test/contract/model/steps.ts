/**
 * Steps of the model test: plain data that fast-check makes and shrinks. A step names nodes by where they are to be found,
 * so that it means something in every state. pair.ts takes them.
 */
import fc from 'fast-check';
import { type EventType, SORT_ORDERS } from '#shared/drive/model.ts';

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
const at = fc.nat(2);
const receipt = fc.nat(1);

/** An arbitrary of steps with its weight. */
type Weighted<T = unknown> = readonly [weight: number, steps: fc.Arbitrary<T>];
type ValueOf<A> = A extends fc.Arbitrary<infer T> ? T : never;
/** The steps that a list makes. */
export type StepOf<L extends readonly Weighted[]> = ValueOf<L[number][1]>;

/** Steps of some kinds that have the same fields. */
export function step<const D extends string, F extends object = Record<never, never>>(
  weight: number,
  kinds: D | readonly D[],
  fields?: { readonly [K in keyof F]: fc.Arbitrary<F[K]> },
): Weighted<{ readonly do: D } & Readonly<F>> {
  const kind = fc.constantFrom(...(typeof kinds === 'string' ? [kinds] : kinds));
  return [weight, fc.record({ do: kind, ...fields }) as unknown as fc.Arbitrary<{ readonly do: D } & Readonly<F>>];
}

export function oneOf<L extends readonly Weighted[]>(list: L): fc.Arbitrary<StepOf<L>> {
  const all = list.map(([weight, arbitrary]) => ({ weight, arbitrary: arbitrary as fc.Arbitrary<StepOf<L>> }));
  return fc.oneof(...all);
}

/** Steps that change-steps.ts takes. `many`: so many ids that a task does it, not the call. */
const CHANGES = [
  step(5, 'folder', { to: intoFolder, name, conflict: skipping }),
  step(5, 'file', { to: intoFolder, name, sizeBytes, conflict }),
  step(2, 'begin', { to: intoFolder, name, sizeBytes, conflict }),
  step(2, ['finish', 'abort'], { at: fc.nat(5) }),
  step(3, 'rename', { node: one, name }),
  step(4, ['move', 'copy'], { nodes: several, to: intoFolder, conflict, many }),
  step(4, 'trash', { nodes: several, many }),
  step(3, 'untrash', { nodes: mostlyTrash, conflict, many }),
  step(1, 'remove', { nodes: several, many }),
  step(2, 'renameMany', { nodes: several, names: fc.array(name, { minLength: 3, maxLength: 3 }) }),
  step(1, 'watch', { node: one }),
  step(1, 'emptyTrash'),
] as const;

/** Steps that usage-steps.ts runs. */
const USAGE = [
  step(4, 'put', { to: intoFolder, name, sizeBytes, conflict }),
  step(3, 'putGroup', {
    files: fc.array(fc.record({ to: intoFolder, name, sizeBytes: fc.constantFrom(7, 20, 33), conflict }), {
      minLength: 2,
      maxLength: 5,
    }),
  }),
  step(2, 'tidy', { keep: aFile, nodes: fc.array(aFile, { minLength: 1, maxLength: 2 }) }),
  step(2, 'largest', { limit }),
  step(1, 'sent'),
] as const;

/** Steps that search-steps.ts takes. */
const FINDING = [
  ...USAGE,
  step(2, 'search', { text: fc.constantFrom('a', 'c', '.', 'C.T', 'tar d', '(1)', 'é'), limit }),
  step(2, 'star', { nodes: several, starred: fc.boolean() }),
  step(2, 'note', { node: one, type: fc.constantFrom(...NOTED), seconds: fc.constantFrom('1', '2') }),
  step(1, 'forgetEvents', { at: fc.array(fc.nat(9), { maxLength: 2 }) }),
  step(1, 'clearEvents', { types: someTypes }),
  step(2, 'recent', { types: someTypes, limit }),
  step(1, 'size', { node: one }),
  step(2, ['duplicates', 'openUploads', 'starred'], { limit }),
  step(1, ['kinds', 'revision']),
  step(2, 'follow', { limit, folds: fc.boolean() }),
  step(1, 'versions', { node: aFile, limit }),
  step(2, 'restoreVersion', { node: aFile, at }),
  step(1, 'deleteVersion', { node: aFile, at }),
  step(1, 'conflicts', { folder: intoFolder, names: fc.array(name, { minLength: 1, maxLength: 4 }) }),
] as const;

/** Steps that read-steps.ts takes. */
const READS = [
  step(2, ['detail', 'path'], { node: one }),
  step(4, 'list', {
    folder: intoFolder,
    order: fc.constantFrom(...SORT_ORDERS),
    foldersFirst: fc.boolean(),
    only: fc.constantFrom('all', 'all', 'folders', 'files'),
    limit,
  }),
  step(2, ['everywhere', 'listTrash'], { limit }),
  step(1, 'space'),
] as const;

/** Steps that collect-steps.ts takes. `at` chooses a link, the others are few so that they meet. */
const COLLECTING = [
  step(3, 'collect', {
    to: intoFolder,
    maxFiles,
    fileBytes: fc.constantFrom(20, 100, 100),
    extension: fc.constantFrom(null, null, 'txt'),
    byPerson: fc.boolean(),
  }),
  // `end` and `hour`: time passes for this link.
  step(3, 'collectLink', {
    at,
    act: fc.constantFrom('close', 'open', 'open', 'end', 'change', 'change', 'hour', 'delete'),
    maxFiles,
  }),
  step(7, 'send', {
    at,
    receipt,
    key: fc.nat(1),
    name,
    sizeBytes,
    visitor: fc.constantFrom('', 'V'),
    // In parts, of which none is sent by this step.
    inParts: fc.constantFrom(false, false, true),
  }),
  step(2, 'finishSent', { at, receipt, key: fc.nat(1) }),
  step(3, 'withdraw', { at, receipt }),
] as const;

export type ChangeStep = StepOf<typeof CHANGES>;
export type UsageStep = StepOf<typeof USAGE>;
export type FindingStep = StepOf<typeof FINDING>;
export type ReadStep = StepOf<typeof READS>;
export type CollectStep = StepOf<typeof COLLECTING>;
export type Step = ChangeStep | ReadStep | FindingStep | CollectStep;

/** Weights of collecting are among themselves. */
export const anyStep: fc.Arbitrary<Step> = oneOf([...CHANGES, ...FINDING, ...READS, [14, oneOf(COLLECTING)] as const]);

/** Sequences of steps. */
export const steps: fc.Arbitrary<Step[]> = fc.array(anyStep, { minLength: 1, maxLength: 40, size: 'max' });
