/** Stored objects by the binding and id that a command of the machine that deployed names. */
import { AppError } from '#shared/errors.ts';

/** @throws AppError invalid_argument for a binding that is none of stored objects */
export function namespaceOf(env: object, binding: string): DurableObjectNamespace {
  const namespace = (env as Record<string, unknown>)[binding] as DurableObjectNamespace | undefined;
  if (typeof namespace?.idFromString !== 'function') throw new AppError('invalid_argument', { field: 'binding' });
  return namespace;
}

/** @throws AppError invalid_argument for a binding or an id that names no object of this installation */
export function stubOf<Stub>(env: object, binding: string, objectId: string): Stub {
  const namespace = namespaceOf(env, binding);
  try {
    return namespace.get(namespace.idFromString(objectId)) as unknown as Stub;
  } catch (cause) {
    throw new AppError('invalid_argument', { field: 'objects', reason: 'format' }, { cause });
  }
}
