/** Steps of the model test between two people: plain data, as those of steps.ts. */
import fc from 'fast-check';
import { anyStep, intoFolder, name, one, oneOf, picks, type StepOf, several, step } from './steps.ts';

const at = fc.nat(5);
const someFolder = picks(['folder', 10], ['live', 2], ['trash', 1], ['lost', 1]);
const someFile = picks(['file', 10], ['live', 1], ['trash', 1], ['lost', 1]);

/** Steps that common-steps.ts takes. `at` chooses a grant: of the person for `end`, of the other one for the rest. */
const COMMON = [
  step(4, 'give', { node: someFolder, role: fc.constantFrom('editor', 'editor', 'viewer') }),
  step(1, 'end', { at }),
  step(3, ['save-common', 'take-over'], { at }),
  // `node` is in the drive of the owner.
  step(8, 'guest', {
    at,
    act: fc.constantFrom('read', 'folder', 'rename', 'move', 'trash'),
    node: one,
    to: intoFolder,
    name,
  }),
] as const;

/** Steps with links of the other person, which link-steps.ts takes. `at` chooses one of the other person's shares, or of the own direct links. */
const LINKED = [
  step(2, 'share', { node: someFolder }),
  step(3, 'follow', { at: fc.nat(2) }),
  step(1, 'unfollow', { at: fc.nat(2) }),
  step(6, 'fetch', { at: fc.nat(2), to: intoFolder, isNamed: fc.constantFrom(false, false, false, true) }),
  step(3, 'direct', { node: someFile }),
  step(3, 'directLink', { at: fc.nat(2), act: fc.constantFrom('on', 'off', 'off', 'renew') }),
] as const;

export type CommonStep = StepOf<typeof COMMON>;
export type LinkStep = StepOf<typeof LINKED>;

/** A step of one of two people; `save` copies from the other. */
const ofOne = oneOf([
  [4, anyStep],
  step(1, 'save', { nodes: several, to: intoFolder }),
  [3, oneOf(COMMON)],
  [3, oneOf(LINKED)],
] as const);
/** Sequences of steps of two people. */
export const twoSteps = fc.array(fc.record({ who: fc.constantFrom(0, 1), step: ofOne }), {
  minLength: 1,
  maxLength: 40,
  size: 'max',
});

export type TwoStep = typeof twoSteps extends fc.Arbitrary<(infer T)[]> ? T : never;
