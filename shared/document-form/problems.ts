/** Problems of a document, each taken by the field that shows it. */
import { nameOfPath } from './path.ts';

/** A problem and its place in the document. */
export interface PlacedProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export interface WaitingProblems {
  takeAt(place: string): string[];
  /** Of the field and everything in it. */
  takeUnder(place: string, isLines: boolean): string[];
  /** Those of no field. */
  rest(): string[];
}

export function makeWaitingProblems(problems: readonly PlacedProblem[]): WaitingProblems {
  const waiting = new Map(problems.map((problem) => [problem, nameOfPath(problem.path)]));

  function take(fits: (place: string) => boolean, say: (problem: PlacedProblem) => string): string[] {
    const found = [...waiting].filter(([, place]) => fits(place)).map(([problem]) => problem);
    for (const problem of found) waiting.delete(problem);
    return [...new Set(found.map(say))];
  }

  return {
    takeAt: (real) =>
      take(
        (place) => place === real,
        ({ message }) => message,
      ),
    takeUnder: (real, isLines) =>
      take(
        (place) => place === real || place.startsWith(`${real}/`),
        ({ path, message }) => {
          const inside = path.slice(real.split('/').length - 1);
          if (inside.length === 0) return message;
          return `${isLines ? `Line ${Number(inside[0]) + 1}` : inside.join('.')}: ${message}`;
        },
      ),
    rest: () =>
      take(
        () => true,
        ({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`),
      ),
  };
}
