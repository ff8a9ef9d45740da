/** Objects whose calls fail by seed, as calls over a network do: not sent, refused, or done with the answer lost. */
import { letOthersRun } from '../clock.ts';
import { type CallFault, type FaultPlan, InjectedFault, makeFaults } from './faults.ts';

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** @param objects  any namespace of objects found by name */
export function makeFaultyObjects<T extends { getByName(name: string): unknown }>(
  objects: T,
  plan: FaultPlan<CallFault>,
): T {
  const faults = makeFaults(plan);

  async function call(stub: Methods, method: string, args: unknown[]): Promise<unknown> {
    const fault = faults.next();
    if (fault === 'delayed') await letOthersRun();
    else if (fault !== null && fault !== 'after') throw new InjectedFault(fault, method);
    const answer = await stub[method]?.(...args);
    if (fault === 'after') throw new InjectedFault(fault, method);
    return answer;
  }

  const getByName = (name: string): unknown => {
    const stub = objects.getByName(name) as Methods;
    return new Proxy(stub, {
      get(_stub, method) {
        if (method === 'id') return stub['id'];
        // An await of a stub asks it for `then`; it has none.
        return typeof method === 'string' && method !== 'then'
          ? (...args: unknown[]) => call(stub, method, args)
          : undefined;
      },
    });
  };
  return { getByName } as unknown as T;
}
