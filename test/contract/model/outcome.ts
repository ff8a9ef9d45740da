/** How one call ended, in the real drive and in the model: what it gave, or the name of its refusal. */
import { Refused } from './nodes.ts';

export interface Outcome<T> {
  readonly value?: T;
  /** '' when it was done; of `invalid_argument` with its reason. */
  readonly refusal: string;
}

export async function real<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work(), refusal: '' };
  } catch (error) {
    const { errorName, detail } = error as { errorName?: string; detail?: { reason?: string } };
    if (!errorName) throw error;
    return { refusal: errorName === 'invalid_argument' ? `${errorName}/${detail?.reason}` : errorName };
  }
}

export function modelled<T>(work: () => T): Outcome<T> {
  try {
    return { value: work(), refusal: '' };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { refusal: error.message };
  }
}
