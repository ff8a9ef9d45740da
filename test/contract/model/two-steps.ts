/** Steps of the model test between two people: plain data, as those of steps.ts. */
import fc from 'fast-check';
import type { GrantRole } from '#shared/drive/grants/grant-terms.ts';
import { anyStep, intoFolder, name, one, type Pick, picks, type Step, several } from './steps.ts';

/** Steps that common-steps.ts takes. `at` chooses a grant: of the person for `end`, of the other one for the rest. */
export type CommonStep =
  | { readonly do: 'give'; readonly node: Pick; readonly role: GrantRole }
  | { readonly do: 'end' | 'save-common' | 'take-over'; readonly at: number }
  | {
      readonly do: 'guest';
      readonly at: number;
      readonly act: 'read' | 'folder' | 'rename' | 'move' | 'trash';
      /** In the drive of the owner. */
      readonly node: Pick;
      readonly to: Pick;
      readonly name: string;
    };

/** A step of one of two people; `save` copies from the other. */
export interface TwoStep {
  readonly who: 0 | 1;
  readonly step:
    | Step
    | CommonStep
    | LinkStep
    | { readonly do: 'save'; readonly nodes: readonly Pick[]; readonly to: Pick };
}

/**
 * Steps with links of the other person, which links.ts takes. `at` chooses one of the other person's shares, or of the own direct links.
 */
export type LinkStep =
  | { readonly do: 'share'; readonly node: Pick }
  | { readonly do: 'follow' | 'unfollow'; readonly at: number }
  | { readonly do: 'fetch'; readonly at: number; readonly to: Pick; readonly isNamed: boolean }
  | { readonly do: 'direct'; readonly node: Pick }
  | { readonly do: 'directLink'; readonly at: number; readonly act: 'on' | 'off' | 'renew' };

const at = fc.nat(5);
const common: fc.Arbitrary<CommonStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('give' as const),
      node: picks(['folder', 10], ['live', 2], ['trash', 1], ['lost', 1]),
      role: fc.constantFrom('editor' as const, 'editor' as const, 'viewer' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('end' as const), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('save-common' as const, 'take-over' as const), at }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('guest' as const),
      at,
      act: fc.constantFrom('read' as const, 'folder' as const, 'rename' as const, 'move' as const, 'trash' as const),
      node: one,
      to: intoFolder,
      name,
    }),
  },
);

const saving = fc.record({ do: fc.constant('save' as const), nodes: several, to: intoFolder });

const someFolder = picks(['folder', 10], ['live', 2], ['trash', 1], ['lost', 1]);
const someFile = picks(['file', 10], ['live', 1], ['trash', 1], ['lost', 1]);
const linked: fc.Arbitrary<LinkStep> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('share' as const), node: someFolder }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('follow' as const), at: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unfollow' as const), at: fc.nat(2) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('fetch' as const),
      at: fc.nat(2),
      to: intoFolder,
      isNamed: fc.constantFrom(false, false, false, true),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('direct' as const), node: someFile }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('directLink' as const),
      at: fc.nat(2),
      act: fc.constantFrom('on' as const, 'off' as const, 'off' as const, 'renew' as const),
    }),
  },
);

/** Sequences of steps of two people. */
export const twoSteps: fc.Arbitrary<TwoStep[]> = fc.array(
  fc.record({
    who: fc.constantFrom(0 as const, 1 as const),
    step: fc.oneof(
      { weight: 4, arbitrary: anyStep },
      { weight: 1, arbitrary: saving },
      { weight: 3, arbitrary: common },
      { weight: 3, arbitrary: linked },
    ),
  }),
  { minLength: 1, maxLength: 40, size: 'max' },
);
