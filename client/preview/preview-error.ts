/** Failures of the viewer, by what the reader can do about them. */
import type { Problem } from './preview-types.ts';

/** A failure with its reason. */
export class PreviewError extends Error {
  readonly problem: Problem;
  /** Of the error catalogue, in the reader's language; '' for the viewer's own sentence. */
  readonly sentence: string;

  constructor(problem: Problem, sentence = '', options?: ErrorOptions) {
    super(problem, options);
    this.name = 'PreviewError';
    this.problem = problem;
    this.sentence = sentence;
  }
}

/** The content has another revision than the one that was edited. */
export class ConflictError extends Error {}

export function problemOf(error: unknown): Problem {
  if (error instanceof PreviewError) return error.problem;
  return navigator.onLine ? 'failed' : 'offline';
}
