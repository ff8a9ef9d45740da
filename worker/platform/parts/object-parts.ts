/**
 * The parts of an object: a noun is one part, with its tables, what it makes once an object, its RPC methods and its step of the
 * alarm. The ordered list of parts decides all of these; the compiler checks that each part finds before it what it uses.
 */
import type { Bound } from '../bound.ts';
import type { RpcOf } from '../rpc.ts';
import { type Migrations, type NumberedMigrations, orderMigrations } from '../storage/migrations.ts';

/** RPC methods by name. Each is given what the parts made, then the arguments of the caller. */
export type CallTable<Host> = Readonly<Record<string, (host: Host, ...call: never[]) => unknown>>;

export interface ObjectPart<Below, Made, Calls> {
  readonly tables?: NumberedMigrations;
  /** Once an object. @param below  what the parts before it made */
  readonly make?: (below: Below) => Made;
  readonly calls?: Calls;
  /** Does the work that is due. @returns when the next is due, epoch ms, or null */
  readonly alarm?: (host: Below & Made, nowMs: number) => number | null | Promise<number | null>;
}

/** A part by itself: `satisfies` finds misspelled fields, the list finds what does not fit. */
export type AnyPart = ObjectPart<never, object, CallTable<never>>;

export type PartWithCalls = Required<Pick<AnyPart, 'calls'>>;

/** The RPC methods of one part, as operations call them. */
export type CallsOf<P extends PartWithCalls> = RpcOf<Bound<P['calls']>>;

/** @typeParam Host  what the parts of the list make @typeParam Extra  what this kind of object asks of a part besides */
export interface ObjectParts<Start, Host, Calls, Extra> {
  readonly list: readonly (AnyPart & Extra)[];
  /** The list with one more part at its end. */
  with<Made extends object = object, Added extends CallTable<Host & Made> = Record<never, never>>(
    part: ObjectPart<Host, Made, Added> & Extra,
  ): ObjectParts<Start, Host & Made, Calls & Added, Extra>;
  /** Runs `make` of each part, in their order, for one object. @param start  gets the members @throws Error where two make the same */
  makeAll(start: Start): Host;
  /** Those of all parts. @throws Error where two have the same name */
  allCalls(): Calls & CallTable<Host>;
  /**
   * The steps of all parts, in their order. A step that fails stops no later one. @returns when the next is due, epoch ms, or null
   * @throws the error of the step that failed, or an AggregateError of several, after all have run
   */
  runAlarm(host: Host, nowMs: number): Promise<number | null>;
}

type Part<Extra> = ObjectPart<object, object, CallTable<object>> & Extra;

function listOf<Extra>(list: readonly Part<Extra>[]): ObjectParts<object, object, CallTable<object>, Extra> {
  return {
    list,
    with: (part) => listOf([...list, part as unknown as Part<Extra>]) as never,
    makeAll(start) {
      for (const { make } of list) {
        const made = make?.(start) ?? {};
        const twice = Object.keys(made).find((name) => name in start);
        if (twice !== undefined) throw new Error(`two parts make the member ${twice}`);
        Object.assign(start, made);
      }
      return start;
    },
    allCalls() {
      const calls = list.flatMap((part) => Object.entries(part.calls ?? {}));
      const twice = calls.find(([name], at) => calls.findIndex((other) => other[0] === name) < at);
      if (twice) throw new Error(`two parts have the call ${twice[0]}`);
      return Object.fromEntries(calls);
    },
    async runAlarm(host, nowMs) {
      let nextMs = Number.POSITIVE_INFINITY;
      const failures: unknown[] = [];
      for (const { alarm } of list)
        try {
          nextMs = Math.min(nextMs, (await alarm?.(host, nowMs)) ?? nextMs);
        } catch (error) {
          failures.push(error);
        }
      if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('; '));
      if (failures.length === 1) throw failures[0];
      return Number.isFinite(nextMs) ? nextMs : null;
    },
  };
}

/** A list without parts. @typeParam Start  what the first part finds */
export function startParts<Start extends object, Extra = unknown>(): ObjectParts<Start, Start, unknown, Extra> {
  return listOf<Extra>([]) as never;
}

/** The tables of all parts. @throws Error where a version has none or two */
export function migrationsOf({ list }: { readonly list: readonly Pick<AnyPart, 'tables'>[] }): Migrations {
  return orderMigrations(list.map(({ tables = {} }) => tables));
}
