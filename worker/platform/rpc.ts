/** Types of calls between objects. */

/** A namespace of objects that are found by name. */
export interface ObjectsByName {
  getByName(name: string): unknown;
}

/**
 * The methods of an object as RPC offers them: every answer is a promise. The platform's own stub type rejects answers that
 * hold `unknown`, which file objects do.
 */
export type RpcOf<T> = {
  readonly [Name in keyof T]: T[Name] extends (...args: infer Args) => infer Answer
    ? (...args: Args) => Promise<Awaited<Answer>>
    : never;
};
