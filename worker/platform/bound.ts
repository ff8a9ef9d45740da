/** Operations of a module with their first parameter, the parts they share, filled in: the module's service. */

type Operation<P> = (parts: P, ...call: never[]) => unknown;

export type Bound<T> = {
  readonly [K in keyof T]: T[K] extends (parts: never, ...call: infer A) => infer R ? (...call: A) => R : never;
};

export function bindParts<P, T extends Readonly<Record<string, Operation<P>>>>(parts: P, operations: T): Bound<T> {
  const bound = Object.entries(operations).map(([name, run]) => [name, (...call: never[]) => run(parts, ...call)]);
  return Object.fromEntries(bound) as Bound<T>;
}
