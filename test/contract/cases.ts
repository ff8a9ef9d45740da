/** The shape of contract cases and their runner: one test for each success and for each declared error of each endpoint. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract.ts';
import type { ErrorName } from '#shared/errors.ts';
import { expectDescribed, expectRefusal, expectSuccess } from './expect.ts';
import { type Ask, pathOf, send } from './send.ts';
import { makePeople, type World } from './world.ts';

/** Prepares the world and returns the call; `token` decides the caller: where a bearer is needed and none is named, alice, and olga for operators' endpoints. */
export type Case = (world: World) => Ask | Promise<Ask>;

/** Successes by their input, refusals by name. `unauthenticated` needs no case: a success is repeated without a token. */
export interface EndpointCases {
  readonly success: Readonly<Record<string, Case>>;
  readonly errors?: Readonly<Partial<Record<ErrorName, Case>>>;
}

const NO_CASES: EndpointCases = { success: {} };

/** Every endpoint of one contract, by its key. */
export type ContractCases<Contract> = { readonly [Key in keyof Contract]: EndpointCases };

function needsBearer({ callers }: Endpoint): boolean {
  return callers === 'person' || callers === 'operator';
}

/** The call of a case with its caller. */
async function askOf(endpoint: Endpoint, make: Case, world: World): Promise<Ask> {
  const caller = endpoint.callers === 'operator' ? world.olga : world.alice;
  return { ...(needsBearer(endpoint) ? { token: caller.token } : {}), ...(await make(world)) };
}

/** One success of each endpoint of a contract that has one. */
export function successesOf<C extends Readonly<Record<string, Endpoint>>>(contract: C, cases: ContractCases<C>) {
  return Object.entries(contract).flatMap(([key, endpoint]) => {
    const [first] = Object.values((cases[key as keyof C] ?? NO_CASES).success);
    return first ? [{ id: endpoint.id, endpoint, make: (world: World) => askOf(endpoint, first, world) }] : [];
  });
}

/** Declared errors that no case produces, and cases for errors that are not declared. */
export function caseProblems(endpoint: Endpoint, { success, errors = {} }: EndpointCases): string[] {
  const generated = needsBearer(endpoint) ? ['unauthenticated'] : [];
  const cased = [...Object.keys(errors), ...generated];
  return [
    ...(Object.keys(success).length === 0 ? [`${endpoint.id} has no success`] : []),
    ...endpoint.errors.filter((name) => !cased.includes(name)).map((name) => `${endpoint.id} has no case for ${name}`),
    ...cased
      .filter((name) => !endpoint.errors.includes(name as ErrorName))
      .map((name) => `${endpoint.id} does not declare ${name}`),
  ];
}

async function run(undo: (() => unknown)[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } finally {
    for (const each of undo.splice(0).reverse()) await each();
  }
}

/** Runs the cases of one contract against the running worker. */
export function testContract<C extends Readonly<Record<string, Endpoint>>>(contract: C, cases: ContractCases<C>): void {
  const undo: (() => unknown)[] = [];
  let world: World;
  beforeAll(async () => {
    world = { ...(await makePeople()), after: (work) => void undo.push(work) };
  });

  for (const [key, endpoint] of Object.entries(contract)) {
    const { success, errors = {} }: EndpointCases = cases[key as keyof C] ?? NO_CASES;
    describe(`${endpoint.method} ${endpoint.path}`, () => {
      it('has a case for a success and for each declared error', () =>
        expect(caseProblems(endpoint, { success, errors })).toEqual([]));

      for (const [what, make] of Object.entries(success))
        it(`answers ${what}`, () =>
          run(undo, async () => {
            const ask = await askOf(endpoint, make, world);
            await expectDescribed(endpoint, ask);
            await expectSuccess(endpoint, await send(endpoint, ask));
          }));

      for (const [name, make] of Object.entries(errors))
        it(`refuses with ${name}`, () =>
          run(undo, async () => {
            const ask = await askOf(endpoint, make, world);
            await expectRefusal(endpoint, await send(endpoint, ask), name as ErrorName, pathOf(endpoint, ask.params));
          }));

      const [first] = Object.values(success);
      if (needsBearer(endpoint) && first)
        it('refuses with unauthenticated', () =>
          run(undo, async () => {
            const ask = await askOf(endpoint, first, world);
            const response = await send(endpoint, { ...ask, token: undefined });
            await expectRefusal(endpoint, response, 'unauthenticated', pathOf(endpoint, ask.params));
          }));
    });
  }
}
