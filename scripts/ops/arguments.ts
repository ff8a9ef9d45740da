/** Arguments of the commands: each refusal names the argument that is wrong, and what is expected there. Pure. */
import { parseArgs } from 'node:util';
import { readEnd } from '#shared/ops/end-time.ts';

/** The arguments are no command. The message says which one is wrong; the usage follows it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super(message);
  }
}

/** @param what  the argument, such as `the person`, or an option as it is typed, such as `--reason TEXT` */
export const missing = (what: string): UsageError => new UsageError(`${what} is missing`);

export const tooMuch = (rest: readonly string[]): UsageError =>
  new UsageError(`${rest.join(' ')} is too much: put a text of several words in quotes`);

/** Arguments of one verb, in order, as a refusal names them. */
export interface VerbForm {
  readonly needs?: readonly string[];
  /** How many more may follow. */
  readonly more?: number;
}

/**
 * The verb of a command, with as many arguments as it takes.
 * @param verbs  verb -> its arguments
 * @param given  the verb and its arguments, without options
 * @throws UsageError
 */
export function readVerb<V extends string>(
  area: string,
  verbs: Readonly<Record<V, VerbForm>>,
  given: readonly string[],
): V {
  const [verb = '', ...args] = given;
  const known = Object.keys(verbs).join(', ');
  if (verb === '') throw new UsageError(`the command of ${area} is missing: ${known}`);
  if (!Object.hasOwn(verbs, verb)) throw new UsageError(`there is no command ${area} ${verb}; there are ${known}`);
  const { needs = [], more = 0 } = verbs[verb as V];
  const lacking = needs.find((_, at) => (args[at] ?? '') === '');
  if (lacking !== undefined) throw missing(lacking);
  const rest = args.slice(needs.length + more);
  if (rest.length > 0) throw tooMuch(rest);
  return verb as V;
}

/** Name -> the text where the option is missing; null for none, false for an option without a text. */
type Defaults = Readonly<Record<string, string | null | false>>;

type Options<D extends Defaults> = {
  readonly [K in keyof D]: D[K] extends false ? boolean : D[K] extends null ? string | undefined : string;
};

/**
 * Verb, arguments and options of a command.
 * @returns `rest` are the arguments behind the verb
 * @throws UsageError, and the errors of parseArgs
 */
export function readCommand<V extends string, const D extends Defaults>(
  area: string,
  verbs: Readonly<Record<V, VerbForm>>,
  args: readonly string[],
  defaults: D,
): { readonly verb: V; readonly rest: readonly string[]; readonly values: Options<D> } {
  const options = Object.entries(defaults).map(([name, text]) => [
    name,
    text === false
      ? { type: 'boolean', default: text }
      : { type: 'string', ...(text === null ? {} : { default: text }) },
  ]);
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries(options),
  });
  const verb = readVerb(area, verbs, positionals);
  return { verb, rest: positionals.slice(1), values: values as Options<D> };
}

/** @param what  as a refusal names it. @throws UsageError */
export function oneOf<T extends string>(what: string, choices: readonly T[], given: string): T {
  const found = choices.find((choice) => choice === given);
  if (found === undefined) throw new UsageError(`${what} is one of ${choices.join(', ')}, not ${given}`);
  return found;
}

/** A whole number, 0 or more. @param what  as a refusal names it. @throws UsageError */
export function wholeNumber(what: string, given: string): number {
  if (!/^\d{1,9}$/.test(given)) throw new UsageError(`${what} is a whole number, not ${given}`);
  return Number(given);
}

/** The time of `--until`, RFC 3339. @throws UsageError */
export function endOf(given: string): string {
  const endMs = readEnd(given);
  if (endMs === null)
    throw new UsageError(
      `--until takes a day, which it includes, or a time, such as 2027-12-31 or 2027-12-31T18:00 (UTC), that ends before the year 10000, not ${given}`,
    );
  return new Date(endMs).toISOString();
}
