/**
 * RPC methods of DriveObject that a noun brings with it. Each is a function of the parts of the drive and the caller's arguments;
 * the class gets a method of the same name.
 */
import { type Result, succeed } from '#shared/errors.ts';
import type { DriveCore } from './drive-core.ts';
import type { DriveTx } from './tx.ts';

/** A noun's methods by name; each is given the parts of the drive that it names. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` accepts every list of arguments
export type MethodTable<Parts> = Readonly<Record<string, (parts: Parts, ...args: any[]) => unknown>>;

/** The methods as callers of the object see them. */
export type RpcMethods<Parts, T extends MethodTable<Parts>> = {
  [K in keyof T]: T[K] extends (parts: Parts, ...args: infer A) => infer R ? (...args: A) => R : never;
};

/** Adds the methods to a class. Methods of a prototype are what RPC offers; fields are not. */
export function addMethods<O extends object, Parts>(
  prototype: O,
  partsOf: (object: O) => Parts,
  table: MethodTable<Parts>,
): void {
  for (const [name, call] of Object.entries(table))
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value(this: O, ...args: unknown[]) {
        return call(partsOf(this), ...args);
      },
    });
}

/** One transaction without a result of its own. */
export function done(core: DriveCore, work: (tx: DriveTx) => void): Result<{ ok: true }> {
  return core.transact((tx) => {
    work(tx);
    return { ok: true };
  });
}

/** A call that must not create the drive. */
export function ifExists<T>(core: DriveCore, absent: T, work: (tx: DriveTx) => T): Result<T> {
  return core.object.exists() ? core.transact(work) : succeed(absent);
}
