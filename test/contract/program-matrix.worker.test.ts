/** Every cell of the matrix of programs, tried against the running worker; what a caller may not change stays as it is. */
import { runInDurableObject } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { ENDPOINTS } from '#shared/openapi/endpoints.ts';
import { PROGRAM_CONTRACTS } from '#shared/programs/contracts.ts';
import { DAV_METHODS } from '#shared/programs/paths.ts';
import type { ProgramRow } from '#shared/programs/row.ts';
import { setPersonBlock } from '#worker/platform/session-guard.ts';
import { fileNumberOf } from '#worker/services/programs/dialect/props.ts';
import { appPasswordOf } from './cases/app-password.cases.ts';
import { makeCollectLink } from './cases/collect/collect.cases.ts';
import { NEWCOMERS_PASSWORD, type NewPerson, newcomer } from './cases/newcomer.ts';
import { servedDocument } from './expect.ts';
import { type Owned, PROGRAM_CALLERS, PROGRAM_MATRIX, type ProgramCaller } from './program-matrix.ts';
import { askAsProgram, type ProgramAsk } from './program-request.ts';
import { smallPicture } from './small-picture.ts';
import { freshName, makeFolder, makeLink, makePeople, objects, ok } from './world.ts';

let owner: NewPerson;
let other: NewPerson;
let folderId = '';
let credentials: Readonly<Record<ProgramCaller, Readonly<Record<string, string>>>>;

const basic = (password: string) => ({ authorization: `Basic ${btoa(`any:${password}`)}` });

async function making(person: NewPerson, more: Parameters<typeof appPasswordOf>[1] = {}) {
  return appPasswordOf(person, more, NEWCOMERS_PASSWORD);
}

beforeAll(async () => {
  await makePeople();
  [owner, other] = [await newcomer(), await newcomer()];
  const folder_id = await makeFolder({ ...owner, refreshToken: '' }, '', 'inside');
  folderId = folder_id;
  const { password: write } = await making(owner);
  const ended = await making(owner);
  await ok(authContract.endAppPassword, { token: owner.token, params: { id: ended.id } });
  const blocked = await newcomer();
  const { password: ofBlocked } = await making(blocked);
  await runInDurableObject(objects.drives.getByName(blocked.userId), (_, { storage }) => {
    setPersonBlock(storage.sql, { isBlocked: true, seq: 1 });
  });
  credentials = {
    none: {},
    account: basic(NEWCOMERS_PASSWORD),
    bearer: { authorization: `Bearer ${owner.token}` },
    forged: basic(write.slice(0, -1) + (write.endsWith('a') ? 'b' : 'a')),
    ended: basic(ended.password),
    blocked: basic(ofBlocked),
    write: basic(write),
    read: basic((await making(owner, { scope: 'read' })).password),
    folder: basic((await making(owner, { folder_id })).password),
    folder_read: basic((await making(owner, { folder_id, scope: 'read' })).password),
    other: basic((await making(other)).password),
  };
}, 60_000);

/** In place of the password that the other operations need. */
async function freshCredential(caller: ProgramCaller): Promise<Readonly<Record<string, string>>> {
  const scope = caller.endsWith('read') ? ({ scope: 'read' } as const) : {};
  const folder = caller.startsWith('folder') ? { folder_id: folderId } : {};
  if (!['write', 'read', 'folder', 'folder_read', 'other'].includes(caller)) return {};
  return basic((await making(caller === 'other' ? other : owner, { ...scope, ...folder })).password);
}

let asked = 0;

function ask(caller: ProgramCaller, method: string, path: string, { headers = {}, ...more }: ProgramAsk = {}) {
  // Each row comes from an address of its own: the limits of an address are not what is tried here.
  const from = { 'cf-connecting-ip': `192.0.2.${asked++ % 250}` };
  return askAsProgram(method, path, { ...more, headers: { ...from, ...credentials[caller], ...headers } });
}

/** Things of the owner, made with the app password that may do everything. */
function ownedThings(): Owned {
  const bases = ['/dav/', `/remote.php/dav/files/${owner.userId}/`];
  const names: string[] = [];
  function name(): string {
    const fresh = freshName('of-the-owner').replaceAll(' ', '-');
    names.push(fresh);
    return fresh;
  }
  async function made(method: string, path: string, more: ProgramAsk = {}): Promise<Response> {
    const answer = await ask('write', method, path, more);
    expect(answer.ok, `${method} ${path}`).toBe(true);
    return answer;
  }
  const person = { ...owner, refreshToken: '' };
  async function file(isPicture = false): Promise<string> {
    const fresh = isPicture ? `${name()}.png` : name();
    await made('PUT', `/dav/${fresh}`, { body: isPicture ? smallPicture() : 'x' });
    return fresh;
  }
  return {
    userId: owner.userId,
    bases,
    freshName: name,
    names,
    file,
    async starred() {
      const body =
        '<propertyupdate xmlns="DAV:"><set><prop><favorite xmlns="http://owncloud.org/ns">1</favorite></prop></set></propertyupdate>';
      await made('PROPPATCH', `${bases[1]}${await file()}`, { body });
    },
    async link() {
      const fresh = name();
      const folder = await makeFolder(person, '', fresh);
      await made('PUT', `/dav/${fresh}/a.txt`, { body: 'x' });
      const { shareId } = await makeLink(person, { fileIds: [folder] });
      return `/dav/s/${shareId}/${fresh}/a.txt`;
    },
    collectLink: async () => `/dav/s/${await makeCollectLink(person, {}, await makeFolder(person, '', name()))}`,
    async parts() {
      const path = `/remote.php/dav/uploads/${owner.userId}/${name()}`;
      await made('MKCOL', path);
      await made('PUT', `${path}/1`, { body: 'hello' });
      return path;
    },
    async trashed() {
      const fresh = await file();
      const { headers } = await made('HEAD', `${bases[1]}${fresh}`);
      await made('DELETE', `/dav/${fresh}`);
      return `/remote.php/dav/trashbin/${owner.userId}/trash/${headers.get('oc-fileid')}`;
    },
    async version() {
      const fresh = await file();
      await made('PUT', `/dav/${fresh}`, { body: 'longer' });
      const { headers } = await made('HEAD', `${bases[1]}${fresh}`);
      const versions = `/remote.php/dav/versions/${owner.userId}/versions/${fileNumberOf({ id: headers.get('oc-fileid') ?? '' })}`;
      const listed = await (await made('PROPFIND', versions)).text();
      return /<d:href>([^<]*\/\d+)<\/d:href>/.exec(listed)?.[1] ?? '';
    },
    async tusUpload() {
      const headers = { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': `filename ${btoa(name())}` };
      return new URL((await made('POST', '/tus/', { headers })).headers.get('location') ?? '').pathname;
    },
    async loginToken() {
      const { poll } = await (await made('POST', '/index.php/login/v2')).json<{ poll: { token: string } }>();
      return poll.token;
    },
  };
}

/** Everything that the owner has, as one text. */
function holdings(): Promise<string> {
  return runInDurableObject(
    objects.drives.getByName(owner.userId),
    (_, { storage }) =>
      storage.sql
        .exec<{ held: string }>(
          `SELECT json_group_array(json_array(id, parent_id, name, phase, state, size_bytes)) AS held
           FROM (SELECT * FROM nodes ORDER BY id)`,
        )
        .one().held,
  );
}

const mayChange = new Set<ProgramCaller>(['write', 'folder']);

for (const { operation, row, ask: make, cells } of PROGRAM_MATRIX)
  describe(operation, () => {
    it.each(PROGRAM_CALLERS)('%s', async (caller) => {
      const owned = ownedThings();
      const bases = operation.startsWith('dav.') ? owned.bases : owned.bases.slice(0, 1);
      for (const base of bases) {
        const { path, ...more } = await make(owned, base);
        const before = await holdings();
        const own = operation === 'dialect.endPassword' ? await freshCredential(caller) : {};
        const answer = await ask(caller, row.method, path, { ...more, headers: { ...more.headers, ...own } });
        expect(answer.status, path).toBe(cells[caller]);
        const isDone = answer.status < 400;
        if (isDone) expect(row.success).toContain(answer.status);
        else if (![401, 403].includes(answer.status)) expect(row.refusals).toContain(answer.status);
        const text = await answer.text();
        // A program that asks by a name is answered with that name.
        const isShown = owned.names.some((name) => text.replaceAll(path, '').includes(name));
        if (row.callers === 'program' && !['write', 'read'].includes(caller)) expect(isShown).toBe(false);
        if (['dialect.search', 'dialect.searchNames', 'dialect.report'].includes(operation) && caller === 'write')
          expect(isShown).toBe(true);
        const isVisitors = operation === 'links.collect';
        if (!isVisitors && !(isDone && row.changes && mayChange.has(caller))) expect(await holdings()).toBe(before);
      }
    });

    it('a page of another site, with the password that the browser remembers', async () => {
      const owned = ownedThings();
      const { path, headers, ...more } = await make(owned, owned.bases[0] ?? '');
      const before = await holdings();
      for (const [name, value] of [
        ['sec-fetch-site', 'cross-site'],
        ['origin', 'https://evil.example'],
      ] as const) {
        const answer = await ask('write', row.method, path, { ...more, headers: { ...headers, [name]: value } });
        expect([answer.status, await answer.text()]).toEqual([403, expect.not.stringContaining('of-the-owner')]);
      }
      expect(await holdings()).toBe(before);
    });
  });

const rows = Object.values(PROGRAM_CONTRACTS).flatMap((contract) => Object.values(contract) as readonly ProgramRow[]);

it('the contracts of programs are left out of the document of the API by their names', async () => {
  const { info, paths } = await servedDocument();
  for (const name of Object.keys(PROGRAM_CONTRACTS)) expect(info.description).toContain(name);
  const ids: readonly string[] = PROGRAM_MATRIX.map(({ operation }) => operation);
  expect(ENDPOINTS.filter(({ id }) => ids.includes(id))).toEqual([]);
  expect(rows.filter(({ path }) => Object.hasOwn(paths, path))).toEqual([]);
});

/** A place of each kind, and the rows that are about it. */
const places = (): readonly (readonly [path: string, patterns: readonly string[]])[] => {
  const files = `/remote.php/dav/files/${owner.userId}/nothing`;
  const at = (name: keyof typeof PROGRAM_CONTRACTS.dialect) => PROGRAM_CONTRACTS.dialect[name].path;
  const person = owner.userId;
  return [
    ['/dav/nothing', [PROGRAM_CONTRACTS.dav.get.path]],
    [files, [PROGRAM_CONTRACTS.dav.get.path, at('report'), at('search')]],
    ['/status.php', [at('status')]],
    ['/ocs/v2.php/cloud/capabilities', [at('capabilities')]],
    ['/ocs/v2.php/cloud/user', [at('user')]],
    [at('putMany'), [at('putMany')]],
    [`/remote.php/dav/uploads/${person}/nothing`, [at('openParts')]],
    [`/remote.php/dav/uploads/${person}/nothing/1`, [at('putPart')]],
    [`/remote.php/dav/trashbin/${person}/trash`, [at('trash')]],
    [`/remote.php/dav/versions/${person}/versions/1`, [at('versions')]],
    ['/index.php/core/preview', [at('preview')]],
    ['/index.php/login/v2', [PROGRAM_CONTRACTS.login.start.path]],
    ['/index.php/login/v2/poll', [PROGRAM_CONTRACTS.login.poll.path]],
    ['/tus/', [PROGRAM_CONTRACTS.tus.create.path, PROGRAM_CONTRACTS.tus.look.path]],
  ];
};

it('the contracts of programs have a row for every method that is answered', async () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', ...DAV_METHODS];
  for (const [path, patterns] of places()) {
    const known = rows.filter((row) => patterns.includes(row.path)).map(({ method }) => method);
    for (const method of methods) {
      if (known.some((each) => each === method)) continue;
      const { status } = await ask('write', method, path, { headers: { 'tus-resumable': '1.0.0', depth: '0' } });
      expect([405, 404, 403, 400, 409], `${method} ${path}`).toContain(status);
    }
  }
});
