/** Gift codes: each gives its product to one person, however many ask at once and whatever crashes between claim and grant. */
import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { asUserId } from '#shared/ids.ts';
import { catalogueDocument } from '#shared/membership/catalogue.ts';
import { readGiftCode } from '#shared/membership/gift-code.ts';
import { DAY_MS } from '#shared/units.ts';
import { asAppError } from '#worker/edge/errors.ts';
import { type Env, readConfig } from '#worker/env.ts';
import { readSecrets } from '#worker/env-secrets.ts';
import { objectsOf } from '#worker/objects.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { makeKeyring } from '#worker/platform/crypto.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import { ledgerOf } from '../ledger/grants.ts';
import { type BatchInput, createBatch, listBatches, revokeBatch } from './batches.ts';
import type { CodeBatchObject } from './code-batch.object.ts';
import type { CodeDeps } from './deps.ts';
import { digestOfCode, redeemCode } from './redeem.ts';

const env = bound as unknown as Env;
const { members, codeBatches } = objectsOf(env);
const parsed = catalogueDocument.parse(catalogueDocument.initial);
if (!parsed.ok) throw new Error('the catalogue of the build does not parse');
let nowMs = Date.now();
const deps: CodeDeps = {
  members,
  codeBatches,
  documents: { live: async () => parsed.value } as unknown as CodeDeps['documents'],
  limits: readConfig(env).limits,
  clock: { nowMs: () => nowMs },
  keyring: makeKeyring(readSecrets(env).rootHex),
  shield: { countOpenCall: async () => undefined },
};
const CALL = {} as CallContext;

const person = (): Caller => ({
  userId: asUserId(`V${newHexId().slice(0, 25)}`),
  sessionId: 's',
  epoch: 1,
  clientId: 'web',
  scopes: ['user', 'pan'],
});
const makeBatch = (change: Partial<BatchInput> = {}) =>
  createBatch(deps, {
    product: 'premium-month',
    region: 'global',
    count: 1,
    untilMs: nowMs + DAY_MS,
    note: '',
    actor: { id: 'V-olga', name: 'Olga' },
    ...change,
  });
const redeem = (caller: Caller, typed: string, region: 'global' | 'regional' = 'global') =>
  redeemCode(deps, caller, { typed, region }, CALL);
const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => '',
    (error: unknown) => asAppError(error).errorName,
  );
const entriesOf = async ({ userId }: Caller) => (await ledgerOf(deps, userId)).entries;

it('100 people who redeem one code at once get one grant between them', async () => {
  const { codes } = await makeBatch();
  const people = Array.from({ length: 100 }, person);
  const answers = await Promise.all(people.map((each) => refusalOf(redeem(each, codes[0] ?? ''))));
  expect(answers.filter((answer) => answer === '')).toHaveLength(1);
  expect(new Set(answers.filter((answer) => answer !== ''))).toEqual(new Set(['activation_code_reused']));
  const ledgers = await Promise.all(people.map(entriesOf));
  expect(ledgers.flat()).toHaveLength(1);
  expect(ledgers.flat()[0]).toMatchObject({ source: 'code', product: 'premium-month' });
});

it('a person who redeems one code many times at once gets one grant', async () => {
  const { codes } = await makeBatch();
  const caller = person();
  await Promise.all(Array.from({ length: 20 }, () => refusalOf(redeem(caller, codes[0] ?? ''))));
  expect(await entriesOf(caller)).toHaveLength(1);
  expect(await refusalOf(redeem(caller, codes[0] ?? ''))).toBe('activation_code_reused');
});

it('a code whose call died after the claim is granted by the event, and once', async () => {
  const { batch, codes } = await makeBatch();
  const caller = person();
  const read = readGiftCode(codes[0] ?? '');
  const digest = await digestOfCode(deps, read?.code ?? '');
  const object = codeBatches.getByName(batch.id);
  expect(await object.claim({ digest, userId: caller.userId, region: 'global' })).toMatchObject({ ok: true });
  await runAlarm(object);
  expect(await entriesOf(caller)).toHaveLength(1);
  expect(await refusalOf(redeem(caller, codes[0] ?? ''))).toBe('activation_code_reused');
  expect(await entriesOf(caller)).toHaveLength(1);
});

it('codes of a revoked batch, of one that ended, of another region and unknown ones are refused by their names', async () => {
  const [revoked, ended, regional] = [
    await makeBatch(),
    await makeBatch({ untilMs: nowMs + 1_000 }),
    await makeBatch({ region: 'regional' }),
  ];
  await revokeBatch(deps, revoked.batch.id);
  expect(await refusalOf(redeem(person(), revoked.codes[0] ?? ''))).toBe('invalid_activation_code');
  await runInDurableObject(codeBatches.getByName(ended.batch.id), (object: CodeBatchObject) => {
    Object.assign(object, { clock: { nowMs: () => nowMs + 1_000 } });
  });
  expect(await refusalOf(redeem(person(), ended.codes[0] ?? ''))).toBe('invalid_activation_code');
  expect(await refusalOf(redeem(person(), regional.codes[0] ?? ''))).toBe('member_code_not_support_region');
  expect(await refusalOf(redeem(person(), regional.codes[0] ?? '', 'regional'))).toBe('');
  for (const typed of ['', 'x', '00000-00000-00000-00000', `${revoked.codes[0]}0`, '😀'.repeat(20)])
    expect(await refusalOf(redeem(person(), typed))).toBe('invalid_activation_code');
});

it('a batch stores no code, only its hash, and the list counts what was redeemed', async () => {
  nowMs += 1;
  const { batch, codes } = await makeBatch({ count: 120 });
  expect(new Set(codes).size).toBe(120);
  await redeem(person(), codes[7] ?? '');
  const text = await runInDurableObject(codeBatches.getByName(batch.id), (_object, { storage: { sql } }) =>
    JSON.stringify(['batches', 'codes', '_outbox'].map((table) => sql.exec(`SELECT * FROM ${table}`).toArray())),
  );
  for (const code of codes) {
    expect(text).not.toContain(code);
    expect(text).not.toContain(code.replaceAll('-', ''));
  }
  const listed = (await listBatches(deps)).find(({ id }) => id === batch.id);
  expect(listed).toMatchObject({ codes: 120, used: 1, revokedMs: null });
});

it.each([{ count: 0 }, { count: 10_001 }, { count: 1.5 }, { untilMs: 1 }])(
  'a batch with %o is refused',
  async (change) => {
    expect(await refusalOf(makeBatch(change))).toBe('invalid_argument');
  },
);
