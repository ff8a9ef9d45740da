/**
 * The bindings of a process that counts costs: objects, KV, R2 and the disk, each behind a proxy that counts and passes on.
 * One meter for each set of bindings, so that requests, objects and jobs of a process count together.
 */
import { systemClock } from '../clock.ts';
import { type CostMeter, makeCostMeter } from './meter.ts';

interface MeteredBindings {
  /** `on` counts. readConfig refuses it outside demo mode. */
  readonly COUNT_COST?: string;
}

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** Calls of a stub; reading `id`, `name` or `then` is none. */
function meteredStub(stub: Methods, className: string, meter: CostMeter): unknown {
  return new Proxy(stub, {
    get(_stub, method) {
      if (typeof method !== 'string' || method === 'id' || method === 'name')
        return Reflect.get(stub, method) as unknown;
      // `await` reads `then` of a stub; it has none.
      if (method === 'then') return undefined;
      return (...args: unknown[]) => {
        meter.call(className, method);
        const startedMs = systemClock.nowMs();
        const answer = stub[method]?.(...args);
        const worked = () => meter.worked(systemClock.nowMs() - startedMs);
        (answer as Promise<unknown> | undefined)?.then?.(worked, worked);
        return answer;
      };
    },
  });
}

function meteredObjects(objects: object, name: string, meter: CostMeter): object {
  return new Proxy(objects, {
    get(target, property) {
      const value = Reflect.get(target, property) as unknown;
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...args: unknown[]) => unknown;
      if (property !== 'getByName' && property !== 'get') return method;
      return (...args: unknown[]) => meteredStub(method(...args) as Methods, name, meter);
    },
  });
}

/** @param nameOf  of the operation that a call of `method` is */
function meteredStore(
  store: object,
  name: string,
  meter: CostMeter,
  nameOf: (method: string, args: readonly unknown[]) => string,
): object {
  return new Proxy(store, {
    get(target, property) {
      const value = Reflect.get(target, property) as unknown;
      if (typeof value !== 'function' || typeof property !== 'string') return value;
      return (...args: unknown[]) => {
        meter.operation(name, nameOf(property, args));
        return Reflect.apply(value, target, args) as unknown;
      };
    },
  });
}

const diskOperation = (_method: string, [, init]: readonly unknown[]): string =>
  ((init as RequestInit | undefined)?.method ?? 'GET').toLowerCase();

/** By what a binding can do: only KV has metadata, only R2 has multipart uploads. */
function metered(name: string, binding: unknown, meter: CostMeter): unknown {
  if (typeof binding !== 'object' || binding === null) return binding;
  if (name === 'BLOBS_DISK') return meteredStore(binding, 'disk', meter, diskOperation);
  if ('getByName' in binding) return meteredObjects(binding, name, meter);
  if ('createMultipartUpload' in binding) return meteredStore(binding, 'r2', meter, (method) => method);
  if ('getWithMetadata' in binding) return meteredStore(binding, 'kv', meter, (method) => method);
  return binding;
}

interface Metered {
  readonly env: object;
  readonly meter: CostMeter;
}

const made = new WeakMap<object, Metered>();

function meteredOf(env: object): Metered | null {
  if ((env as MeteredBindings).COUNT_COST !== 'on') return null;
  const known = made.get(env);
  if (known) return known;
  const meter = makeCostMeter();
  const bindings = Object.entries(env).map(([name, binding]) => [name, metered(name, binding, meter)]);
  const one = { env: Object.freeze(Object.fromEntries(bindings)) as object, meter };
  made.set(env, one);
  // Callers that have these bindings may ask with them again.
  made.set(one.env, one);
  return one;
}

/** The bindings as they are, or with counting proxies in their place. */
export function meteredEnv<E>(env: E): E {
  return typeof env === 'object' && env !== null ? ((meteredOf(env)?.env as E | undefined) ?? env) : env;
}

/** @returns null in a process that does not count */
export function costMeterOf(env: unknown): CostMeter | null {
  return typeof env === 'object' && env !== null ? (meteredOf(env)?.meter ?? null) : null;
}

/** The database of an object; every statement of the product passes here. */
export function meteredSql(sql: SqlStorage, className: string, meter: CostMeter | null): SqlStorage {
  if (!meter) return sql;
  return new Proxy(sql, {
    get(target, property) {
      if (property !== 'exec') return Reflect.get(target, property, target) as unknown;
      return (statement: string, ...values: SqlStorageValue[]) => {
        const cursor = target.exec(statement, ...values);
        meter.cursor(className, statement, cursor);
        return cursor;
      };
    },
  });
}
