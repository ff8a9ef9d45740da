/** The part of the first steps of a new account. */
import type { AccountPart } from '../core/account-part.ts';
import { loadFirstSteps } from './account-first-steps.ts';

export const firstStepsPart = { calls: { firstSteps: loadFirstSteps } } satisfies AccountPart;
