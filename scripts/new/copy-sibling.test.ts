import { expect, test } from 'vitest';
import { copySibling } from './copy-sibling.ts';

const SHARED = {
  'shared/drive/tree.contract.ts': `export const treeContract = {
  star: endpoint({ id: 'drive.star', path: '/drive/v1/files:star', output: taskId, summary: 'Marks with a star' }),
};
`,
  'test/contract/cases/tree.cases.ts':
    "import type { treeContract } from '#shared/drive/tree.contract.ts';\n" +
    'export const treeCases: Cases<typeof treeContract> = {\n  star: forIds,\n};\n' +
    "export const treeMatrix = {\n  star: forPerson(batch(), 'file_not_found'),\n};\n",
  'client/drive/drive.api.ts': `export interface DriveApi {
  star(ids: string[]): Promise<string>;
}
export function makeDriveApi(api: Api): DriveApi {
  return {
    star: async (ids) => (await api.call(driveContract.star, { body: { ids } })).task_id,
  };
}
`,
  'client/drive/labels.ts': "export const LABELS = { star: 'drive.action.star' };\n",
};
const DIRECT = new Map(
  Object.entries({
    ...SHARED,
    'worker/services/drive/tree/endpoints.ts': `import { star } from './star.ts';
export function bindTree(router: Router, deps: Deps): void {
  bindEndpoint(router, driveContract.star, ({ caller, body }) => star(deps, caller, body.ids));
}
`,
    'worker/services/drive/tree/star.ts': `export async function star(deps: Deps, caller: Caller, ids: Ids) {
  return driveOf(deps, caller).star(ids);
}
`,
  }),
);
const COLOUR = { feature: 'drive', name: 'colour', sibling: 'star' };

test('an endpoint is copied into five files, each copy after its sibling', () => {
  const changed = copySibling(DIRECT, COLOUR);
  expect([...changed.keys()].toSorted()).toEqual(
    [...DIRECT.keys()].filter((path) => path !== 'client/drive/labels.ts').toSorted(),
  );
  expect(changed.get('shared/drive/tree.contract.ts')).toContain(
    "colour: endpoint({ id: 'drive.colour', path: '/drive/v1/files:colour', output: taskId, summary: 'Marks with a colour' })",
  );
  expect(changed.get('worker/services/drive/tree/endpoints.ts')).toContain(
    '({ caller, body }) => colour(deps, caller, body.ids)',
  );
  expect(changed.get('worker/services/drive/tree/endpoints.ts')).toMatch(/import \{ star,\s+colour \}/);
  // The copy still calls the object's method of its sibling, so that it compiles.
  expect(changed.get('worker/services/drive/tree/star.ts')).toMatch(
    /function colour\(.*\{\s+return driveOf\(deps, caller\)\.star\(ids\)/,
  );
  expect(changed.get('test/contract/cases/tree.cases.ts')).toMatch(/star: forIds,\s+colour: forIds,/);
  expect(changed.get('test/contract/cases/tree.cases.ts')).toContain("colour: forPerson(batch(), 'file_not_found')");
  expect(changed.get('client/drive/drive.api.ts')).toContain('colour(ids: string[]): Promise<string>;');
  expect(changed.get('client/drive/drive.api.ts')).toContain(
    'colour: async (ids) => (await api.call(driveContract.colour,',
  );
});

test('a number under the name of the operation is not copied', () => {
  const tree = new Map([...DIRECT, ['worker/services/drive/kinds.ts', 'export const KIND = { star: 11 };\n']]);
  expect([...copySibling(tree, COLOUR).keys()]).not.toContain('worker/services/drive/kinds.ts');
});

test('an operation behind a service interface is copied there too', () => {
  const tree = new Map([
    ...DIRECT,
    [
      'worker/services/drive/service.ts',
      'export interface DriveService {\n  star(caller: Caller): Promise<TaskId>;\n}\n',
    ],
    [
      'worker/services/drive/tree/endpoints.ts',
      'export function bindTree(router: Router, service: DriveService): void {\n  bindEndpoint(router, driveContract.star, ({ caller }) => service.star(caller));\n}\n',
    ],
  ]);
  const changed = copySibling(tree, COLOUR);
  expect(changed.get('worker/services/drive/service.ts')).toContain('colour(caller: Caller): Promise<TaskId>');
  expect(changed.get('worker/services/drive/tree/endpoints.ts')).toContain('service.colour(caller)');
});

test('an operation in the file of its binding is copied there', () => {
  const endpoints = 'worker/services/drive/tree/endpoints.ts';
  const tree = new Map([...DIRECT].filter(([path]) => !path.endsWith('star.ts')));
  tree.set(
    endpoints,
    `async function star(deps: Deps, caller: Caller) {
  return driveOf(deps, caller).star();
}
export function bindTree(router: Router, deps: Deps): void {
  bindEndpoint(router, treeContract.star, ({ caller }) => star(deps, caller));
}
`,
  );
  const text = copySibling(tree, COLOUR).get(endpoints);
  expect(text).toContain('async function colour(deps: Deps, caller: Caller)');
  expect(text).toContain('bindEndpoint(router, treeContract.colour, ({ caller }) => colour(deps, caller));');
});

test('a name that is taken, an unknown sibling and a missing piece are refused', () => {
  expect(() => copySibling(DIRECT, { ...COLOUR, name: 'star' })).toThrow('in the contract already');
  expect(() => copySibling(DIRECT, { ...COLOUR, sibling: 'sun' })).toThrow('has no contract entry');
  const bare = new Map([...DIRECT].map(([path, text]) => [path, text.replace('treeMatrix', 'treeOthers')]));
  expect(() => copySibling(bare, COLOUR)).toThrow('has no matrix entry');
});

test('a call by a contract that joins others is copied', () => {
  const tree = new Map([
    ...DIRECT,
    ['shared/drive/browser.contract.ts', 'export const browserContract = { ...treeContract } as const;\n'],
    ['client/drive/drive.api.ts', SHARED['client/drive/drive.api.ts'].replace('driveContract', 'browserContract')],
  ]);
  expect(copySibling(tree, COLOUR).get('client/drive/drive.api.ts')).toContain('api.call(browserContract.colour,');
});

const RENAME = { feature: 'drive', name: 'note', sibling: 'rename' };
const WITH_KEY = new Map(
  Object.entries({
    'shared/drive/tree.contract.ts': `export const treeContract = {
  rename: endpoint({ id: 'drive.rename', method: 'PATCH', path: '/drive/v1/files/{id}', body: v.object({ path: text }) }),
};
`,
    'test/contract/cases/tree.cases.ts': SHARED['test/contract/cases/tree.cases.ts'].replaceAll('star', 'rename'),
    'worker/services/drive/tree/endpoints.ts': `import { rename } from './change.ts';
export function bindTree(router: Router, deps: Deps): void {
  bindEndpoint(router, treeContract.rename, ({ call, params }) => rename(deps, call, params.id));
}
`,
    'worker/services/drive/tree/change.ts': `export function rename(deps: Deps, call: Call, id: string) {
  return send(deps, idempotencyKeyFor(call, 'rename', { id }));
}
`,
  }),
);

test('an endpoint at the path of its sibling is refused until it has a path of its own', () => {
  expect(() => copySibling(WITH_KEY, RENAME)).toThrow('PATCH /drive/v1/files/{id} is the place of drive.rename');
  const changed = copySibling(WITH_KEY, { ...RENAME, path: '/drive/v1/files/{id}:note' });
  expect(changed.get('shared/drive/tree.contract.ts')).toContain(
    "note: endpoint({ id: 'drive.note', method: 'PATCH', path: '/drive/v1/files/{id}:note', body: v.object({ path: text }) })",
  );
});

test('a path without the parameters of the sibling is refused', () => {
  expect(() => copySibling(WITH_KEY, { ...RENAME, path: '/drive/v1/notes' })).toThrow(
    'needs the parameters of rename: {id}',
  );
});

test('the copy names its idempotency key after itself', () => {
  const changed = copySibling(WITH_KEY, { ...RENAME, path: '/drive/v1/files/{id}:note' });
  expect(changed.get('worker/services/drive/tree/change.ts')).toMatch(
    /function note\([\s\S]*idempotencyKeyFor\(call, 'note', \{ id \}\)/,
  );
});

test('an RPC method with the name of the operation is not copied', () => {
  const part = 'worker/services/drive/tree/part.ts';
  const text = "import { rename } from './change.store.ts';\nconst calls = { rename: (id: string) => rename(id) };\n";
  const changed = copySibling(new Map([...WITH_KEY, [part, text]]), { ...RENAME, path: '/drive/v1/files/{id}:note' });
  expect(changed.has(part)).toBe(false);
  expect(changed.has('worker/services/drive/tree/change.ts')).toBe(true);
});
