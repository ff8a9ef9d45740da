/** Every cell of the matrix, tried against the running worker; data of other people stays unchanged. */
import { runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { driveContract } from '#shared/drive/contract.ts';
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { makeApp } from '#worker/app.ts';
import { servicesOf } from '#worker/compose.ts';
import { objectsOf } from '#worker/objects.ts';
import { fromBase64Url, toBase64Url } from '#worker/platform/crypto.ts';
import { honoPath } from '#worker/platform/http.ts';
import {
  type Asking,
  CALLERS,
  type CallerKind,
  type Expected,
  type MatrixRow,
  OWNERS_MARK,
  ROLE_CALLERS,
  type RoleCaller,
} from './callers.ts';
import { appPasswordOf } from './cases/app-password.cases.ts';
import { shareWith } from './cases/grants/common-folder.ts';
import { NEWCOMERS_PASSWORD, newcomer, sudoFor } from './cases/newcomer.ts';
import { expectRefusal, expectSuccess } from './expect.ts';
import { MATRIX, strayRows } from './matrix.ts';
import { env, pathOf, send } from './send.ts';
import { inDrive, makePeople, ok, type Person, signIn } from './world.ts';

const { accounts, drives } = objectsOf(env);

/** The claims of a real token, signed with a foreign key. */
async function forge(token: string): Promise<string> {
  const [head = '', claims = ''] = token.split('.');
  expect(new TextDecoder().decode(fromBase64Url(head) ?? undefined)).toContain('ES256');
  const pair = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair;
  const signed = new TextEncoder().encode(`${head}.${claims}`);
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, signed);
  return `${head}.${claims}.${toBase64Url(new Uint8Array(signature))}`;
}

/** Of a person who has locked the account since. */
async function frozenToken(): Promise<string> {
  const { token } = await newcomer();
  await ok(authContract.freeze, { token, body: { sudo_token: await sudoFor({ token }, NEWCOMERS_PASSWORD) } });
  return token;
}

async function roleToken(role: RoleCaller): Promise<[RoleCaller, string]> {
  const { userId, token } = await newcomer();
  await accounts.getByName(userId).setRole(role);
  return [role, token];
}

const people = await makePeople();
const guest = { ...(await newcomer()), refreshToken: '' };
// A drive has its tables from its first call on.
for (const { token } of [people.alice, people.bob, people.carla, people.olga, guest])
  await ok(driveContract.list, { token, query: {} });
const over = await signIn(people.alice.email);
await ok(authContract.revoke, { token: over.token, body: {} });
const bearers = {
  visitor: undefined,
  free: people.alice.token,
  premium: people.carla.token,
  other: people.bob.token,
  guest: guest.token,
  operator: people.olga.token,
  frozen: await frozenToken(),
  ended: over.token,
  forged: await forge(people.alice.token),
  program: (await appPasswordOf(people.alice)).password,
  ...(Object.fromEntries(await Promise.all(ROLE_CALLERS.map(roleToken))) as Record<RoleCaller, string>),
};

/** Everything a person has, in place, unfinished and in the trash, as one text: the demo people have thousands of things. */
function holdings({ userId }: Person): Promise<string> {
  return runInDurableObject(
    drives.getByName(userId),
    (_object, { storage }) =>
      storage.sql
        .exec<{ held: string }>(
          `SELECT json_group_array(json_array(id, parent_id, name, phase, state)) AS held
         FROM (SELECT id, parent_id, name, phase, state FROM nodes ORDER BY id)`,
        )
        .one().held,
  );
}

/** Work that waits for something else, as the choice of files: it does not end by itself. */
const lasting = new Set<string>();

/** Waits for the end of work that earlier cells began: it adds files by itself. */
async function rested({ userId }: Person): Promise<void> {
  const running = () =>
    runInDurableObject(drives.getByName(userId), (_object, { storage }) =>
      storage.sql
        .exec<{ id: string }>(
          `SELECT id FROM tasks WHERE job IS NOT NULL AND phase IN ('PHASE_TYPE_PENDING', 'PHASE_TYPE_RUNNING')
         UNION SELECT task_id FROM fetches WHERE state = 'running'`,
        )
        .toArray()
        .flatMap(({ id }) => (lasting.has(id) ? [] : [id])),
    );
  for (let looks = 0; (await running()).length > 0; looks += 1) {
    if (looks === 100) for (const id of await running()) lasting.add(id);
    await scheduler.wait(50);
  }
}

/** Files and folders that are in place at the top of a drive. */
async function topOf({ userId }: Person): Promise<Set<string>> {
  const text = "SELECT id FROM nodes WHERE parent_id = '' AND state = 0 AND phase = 'PHASE_TYPE_COMPLETE'";
  const rows = await runInDurableObject(drives.getByName(userId), (_object, { storage }) =>
    storage.sql.exec<{ id: string }>(text).toArray(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** The guest accepts an invitation to everything that is new in the drive. */
async function shareNew(owner: Person, before: ReadonlySet<string>): Promise<void> {
  for (const nodeId of await topOf(owner)) {
    if (before.has(nodeId)) continue;
    const { grantId } = await shareWith(owner, guest, { nodeId, role: 'editor' });
    // A drive sends a hundred invitations a day.
    await inDrive(owner, 'UPDATE grants SET created_ms = created_ms - 86400001 WHERE id = ?', grantId);
  }
}

function writesFor(caller: CallerKind, expected: Expected): boolean {
  return expected === 'ok' && (caller === 'free' || caller === 'premium');
}

it('the matrix has a row for every endpoint and no others', () => {
  expect(ENDPOINTS.filter(({ id }) => !Object.hasOwn(MATRIX, id)).map(({ id }) => id)).toEqual([]);
  expect(strayRows(ENDPOINTS)).toEqual([]);
});

it('the matrix has an endpoint for every route of the API', () => {
  const declared = new Set(ENDPOINTS.map(({ method, path }) => `${method} ${honoPath(path)}`));
  const routes = makeApp(servicesOf(env))
    .routes.filter(({ method, path }) => method !== 'ALL' && /\/v\d+\//.test(path) && !path.startsWith('/console/'))
    .map(({ method, path }) => `${method} ${path}`);
  expect(routes.length).toBeGreaterThan(0);
  expect([...new Set(routes)].filter((route) => !declared.has(route))).toEqual([]);
});

for (const endpoint of ENDPOINTS) {
  const row: Partial<MatrixRow> = MATRIX[endpoint.id as keyof typeof MATRIX] ?? {};
  const { cells = {}, isForHolder = false } = row;
  const make: Asking = row.ask ?? (() => ({}));
  describe(endpoint.id, () => {
    for (const [kind, expected] of Object.entries(cells) as [CallerKind, Expected][]) {
      it(`${kind}: ${expected}`, async () => {
        const owner = people[kind in CALLERS ? CALLERS[kind as keyof typeof CALLERS] : 'alice'];
        const top = await topOf(owner);
        const ask = await make(owner, kind);
        await rested(owner);
        if (kind === 'guest') await shareNew(owner, top);
        const before = await holdings(owner);
        const response = await send(endpoint, { ...ask, token: bearers[kind] });
        const text = await response.clone().text();
        if (expected === 'ok' || expected === 'own') await expectSuccess(endpoint, response);
        else await expectRefusal(endpoint, response, expected, pathOf(endpoint, ask.params));
        if (expected !== 'ok') {
          expect(text).not.toContain(OWNERS_MARK);
          expect(text).not.toContain(owner.userId);
        }
        if (!isForHolder && !writesFor(kind, expected)) expect(await holdings(owner)).toBe(before);
      });
    }
  });
}
