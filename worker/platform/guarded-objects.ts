/**
 * Calls of stored objects whose failure may be damage: the runtime hides why it could not read a database, so the machine checks the
 * file, and the caller gets `data_loss` instead of `internal`. Healthy objects cost nothing.
 */
import { AppError, type Result } from '#shared/errors.ts';
import type { ObjectMark, ObjectRegistry } from './object-registry.ts';
import { storageFailureOf } from './storage/storage-failure.ts';

type Methods = Record<string, (...args: unknown[]) => unknown>;
type Namespace = Pick<DurableObjectNamespace, 'getByName'>;

const HIDDEN_FAILURE = /^internal error/;

/** Also where the object has seen the damage itself: the machine logs it, and lists it for operators. */
function mayBeDamage(answer: unknown): boolean {
  const result = answer as Partial<Extract<Result<unknown>, { ok: false }>> | null;
  if (typeof result !== 'object' || result?.ok !== false) return false;
  return result.error?.name === 'internal' || result.error?.name === 'data_loss';
}

/** With a cause: the machine has logged it. */
function damagedBy(cause: unknown): AppError {
  return new AppError('data_loss', undefined, { cause });
}

async function call(stub: Methods, method: string, args: unknown[], isDamaged: () => Promise<boolean>) {
  let answer: unknown;
  try {
    answer = await stub[method]?.(...args);
  } catch (cause) {
    const failure = storageFailureOf(cause);
    if (failure === 'data_loss') await isDamaged();
    if (failure) throw new AppError(failure, undefined, { cause });
    const isHidden = HIDDEN_FAILURE.test(cause instanceof Error ? cause.message : '');
    if (isHidden && (await isDamaged())) throw damagedBy(cause);
    throw cause;
  }
  if (mayBeDamage(answer) && (await isDamaged())) throw damagedBy(new Error(`${method} found its storage damaged`));
  return answer;
}

/** @param registry  null: the objects as they are */
export function guardObjects<N extends Namespace>(objects: N, className: string, registry: ObjectRegistry | null): N {
  if (!registry) return objects;
  const getByName = (name: string): unknown => {
    const stub = objects.getByName(name) as unknown as Methods & { readonly id: { toString(): string } };
    const mark = (): ObjectMark => ({ className, id: stub.id.toString(), name });
    // A registry that cannot answer changes nothing: the failure stays the same.
    const isDamaged = (): Promise<boolean> => registry.isDamaged(mark()).catch(() => false);
    return new Proxy(stub, {
      get(_stub, method) {
        if (method === 'id') return stub.id;
        // `await` reads `then` of a stub; it has none.
        if (typeof method !== 'string' || method === 'then') return undefined;
        return (...args: unknown[]) => call(stub, method, args, isDamaged);
      },
    });
  };
  return { getByName } as unknown as N;
}
