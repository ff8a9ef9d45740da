/** Files and rows of a new API operation: contract, op, face, route, contract cases, and a test that asks for the rest. */
import type { Draft } from '../draft.ts';
import { addBeforeReturn, addImport, addToInterface, addToObject, addToReturn } from '../insert.ts';
import { camel, pascal, Refused, type Wanted, words } from '../names.ts';

/** Rooms whose calls stand under the user paths and answer with their error body. */
const USER_ROOMS = ['config', 'access', 'shield', 'mail', 'auth', 'ops'];
const CASES = /^[a-z-]+\.cases\.ts$/;

function contractRow({ feature, name }: Wanted, key: string): string {
  const isUser = USER_ROOMS.includes(feature);
  const room = feature === 'drive' ? '' : `/${feature}`;
  return `${key}: endpoint({
    id: '${feature}.${key}',
    method: 'POST',
    path: '${isUser ? '' : '/drive'}/v1${room}/${name}',
    host: '${isUser ? 'user' : 'drive'}',
    callers: 'person',
    idempotency: 'natural',
    output: v.object({}),
    errors: ['unauthenticated'],
    summary: '${words(name)}',
  })`;
}

function opText({ name }: Wanted, key: string): string {
  return `/**
 * ${words(name)}. Knows no HTTP.
 */
import { AppError } from '#shared/errors.ts';
import type { Caller } from '#worker/platform/request.ts';

/** @throws AppError unimplemented */
export async function ${key}(_caller: Caller): Promise<Record<string, never>> {
  throw new AppError('unimplemented');
}
`;
}

function testText({ feature, name }: Wanted, key: string): string {
  return `import { expect, test } from 'vitest';
import { ${key} } from './${name}.ts';

test('${words(name)} changes what its caller asked for', () => {
  expect(${key}).toBeTypeOf('function');
  expect.fail('Fill in: what does ${feature}.${key} do for its caller, and when does it refuse?');
});
`;
}

/** The file that holds the cases of a contract: some hold those of two. */
function casesFile(draft: Draft, feature: string): string {
  const files = draft.list('test/contract/cases').filter((name) => CASES.test(name));
  const found = files
    .map((name) => `test/contract/cases/${name}`)
    .find((file) => draft.read(file).text.includes(`const ${camel(feature)}Cases`));
  if (found === undefined) throw new Refused(`no file of test/contract/cases holds ${camel(feature)}Cases.`);
  return found;
}

function addCases(draft: Draft, feature: string, key: string): void {
  const fill = (what: string): string => `() => {\n  throw new Error('Fill in: ${what}');\n}`;
  const cases = `${key}: {
    success: { 'what its row promises': ${fill(`how is ${feature}.${key} asked so that it succeeds?`)} },
    errors: {},
  }`;
  draft.edit(casesFile(draft, feature), (file) => addToObject(file, `${camel(feature)}Cases`, key, cases));
  const row = `'${feature}.${key}': forPerson(${fill(`what of the owner is ${feature}.${key} asked about?`)}, 'own')`;
  draft.edit('test/contract/matrix.ts', (file) => addToObject(file, 'MATRIX', `${feature}.${key}`, row));
}

export function addOp(draft: Draft, wanted: Wanted): void {
  const { feature, name } = wanted;
  const key = camel(name);
  const home = `worker/services/${feature}`;
  const contract = `shared/${feature}/contract.ts`;
  if (!draft.exists(contract))
    throw new Refused(`${feature} has no ${contract}: it speaks to other rooms only. Write its contract first.`);
  draft.edit(contract, (file) => addToObject(file, `${camel(feature)}Contract`, key, contractRow(wanted, key)));
  draft.create(`${home}/${name}.ts`, opText(wanted, key));
  draft.create(`${home}/${name}.test.ts`, testText(wanted, key));
  draft.edit(`${home}/service.ts`, (file) =>
    addToInterface(
      addImport(file, '#worker/platform/request.ts', 'Caller', true),
      `${pascal(feature)}Service`,
      key,
      `/** ${words(name)}. @throws AppError unimplemented */\n  ${key}(caller: Caller): Promise<Record<string, never>>;`,
    ),
  );
  draft.edit(`${home}/index.ts`, (file) =>
    addToReturn(
      addImport(file, `./${name}.ts`, key),
      `make${pascal(feature)}Service`,
      key,
      `${key}: (caller) => ${key}(caller)`,
    ),
  );
  draft.edit(`${home}/endpoints.ts`, (file) =>
    addBeforeReturn(
      file,
      `make${pascal(feature)}Routes`,
      `bindEndpoint(router, ${camel(feature)}Contract.${key}, ({ caller }) => service.${key}(caller));\n`,
    ),
  );
  addCases(draft, feature, key);
}
