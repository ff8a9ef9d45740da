/**
 * RPC methods of DriveObject that a noun brings with it. Each is a function of the parts of the drive and the caller's arguments;
 * the class gets a method of the same name.
 */
import type { Result } from '#shared/errors.ts';
import type { DriveParts } from '../drive-parts.ts';
import type { DriveCore } from './drive-core.ts';
import type { DriveTx } from './tx.ts';

/** A noun's methods by name. */
// biome-ignore lint/suspicious/noExplicitAny: only `any` accepts every list of arguments
export type MethodTable = Readonly<Record<string, (drive: DriveParts, ...args: any[]) => unknown>>;

/** The methods as callers of the object see them. */
export type RpcMethods<T extends MethodTable> = {
  [K in keyof T]: T[K] extends (drive: DriveParts, ...args: infer A) => infer R ? (...args: A) => R : never;
};

/** Adds the methods to a class. Methods of a prototype are what RPC offers; fields are not. */
export function addMethods<O extends object>(
  prototype: O,
  partsOf: (object: O) => DriveParts,
  table: MethodTable,
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
