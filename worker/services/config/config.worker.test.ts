/** The registry of documents: drafts, versions, the log, and the delivery of a published text to KV. Each test has a registry of its own. */
import { runInDurableObject } from 'cloudflare:test';
import { env as bound } from 'cloudflare:workers';
import { expect, it, vi } from 'vitest';
import { valueFor } from '#shared/config/config-document.ts';
import { DOCUMENTS } from '#shared/documents/registry.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { Env } from '#worker/env.ts';
import { objectsOf } from '#worker/objects.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import type { DeliverEvents, DomainEvent } from '#worker/platform/domain-event.ts';
import { makeFaultyKv } from '#worker/platform/faults/kv.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { ConfigObject } from './config.object.ts';
import { onPublished } from './events.ts';
import { type Actor, makeConfigService } from './index.ts';
import { documentKey } from './keys.ts';

const env = bound as unknown as Env;
const { configRegistry } = objectsOf(env);
const OPERATOR: Actor = { id: 'V-olga', name: 'Olga', via: 'page' };
const OTHER: Actor = { id: 'V-oscar', name: 'Oscar', via: 'page' };
const NAME = 'debug_options';
const MALFORMED = '{\n  "default": { "allow_vconsole": "yes" }\n}';
/** These tests end before any power fails. */
const NO_FLUSH = { values: async () => undefined };
const WHO = { language: 'en-US', client: 'web', person: '' } as const;

const textWith = (allowed: boolean, remark = ''): string =>
  JSON.stringify({
    default: { allow_vconsole: allowed },
    variants: [{ when: { clients: [remark || 'x'] }, values: {} }],
  });

/** A KV of one test: the texts, and the written keys in order. */
function makeKv() {
  const texts = new Map<string, string>();
  const puts: string[] = [];
  return {
    texts,
    puts,
    get: async (key: string) => texts.get(key) ?? null,
    async put(key: string, text: string) {
      texts.set(key, text);
      puts.push(text);
    },
  };
}

type Kv = Pick<KVNamespace, 'put' | 'get'>;

/** A service over a registry and a KV of its own; `deliver` delivers the events and may be exchanged. */
function makeConfig(kv: Kv = makeKv() as unknown as Kv) {
  const name = `test ${newHexId(6)}`;
  const registry = configRegistry.getByName(name);
  // A stub belongs to its maker: the object itself delivers by one of its own.
  const registries = { getByName: () => configRegistry.getByName(name) } as unknown as typeof configRegistry;
  let nowMs = 1_800_000_000_000;
  const deps = { kv: kv as KVNamespace, registries, clock: { nowMs: () => nowMs } };
  const deliver: DeliverEvents = async (items) => {
    for (const item of items) await onPublished({ kv, flush: NO_FLUSH, registries }, item);
    return items.map(({ id }) => id);
  };
  const setDeliver = (next: DeliverEvents) =>
    runInDurableObject(registry as unknown as DurableObjectStub, (instance) => {
      (instance as unknown as { deliver: DeliverEvents }).deliver = next;
    });
  return {
    registry,
    kv,
    registries,
    service: makeConfigService(deps),
    reader: () => makeConfigService(deps),
    deliver,
    setDeliver,
    pass: (ms: number) => {
      nowMs += ms;
    },
  };
}

async function connectedConfig(kv?: Kv) {
  const config = makeConfig(kv);
  await config.setDeliver(config.deliver);
  return config;
}

const refusal = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => asAppError(thrown),
  );
  return error?.detail?.reason ?? error?.errorName ?? null;
};

async function deliverAll(registry: DurableObjectStub<ConfigObject>): Promise<void> {
  const stub = registry as unknown as DurableObjectStub;
  for (let runs = 0; runs < 60; runs += 1) {
    const left = await runInDurableObject(stub, async (_object, { storage }) => {
      storage.sql.exec('UPDATE _outbox SET due_ms = 0');
      await storage.setAlarm(Date.now() + 60_000);
      return storage.sql.exec('SELECT 1 FROM _outbox').toArray().length;
    });
    if (left === 0) return;
    await runAlarm(stub);
  }
  throw new Error('the outbox never empties');
}

it('a document is the text of the build until its first publication', async () => {
  const { service } = await connectedConfig();
  expect(await service.read(NAME)).toMatchObject({ version: 0, text: DOCUMENTS[NAME].initial, draft: null });
  expect((await service.live(NAME)).default).toEqual({ allow_vconsole: false });
});

it('a malformed draft is stored, and its publication is refused with line and column', async () => {
  const { service } = await connectedConfig();
  await service.saveDraft(OPERATOR, { name: NAME, text: MALFORMED, base: 0, revision: 0 });
  const published = await service.publish(OPERATOR, { name: NAME, text: null, base: 0, note: '' });
  expect(published).toMatchObject({
    ok: false,
    problems: [{ line: 2, column: 34, message: expect.stringContaining('default.allow_vconsole') }],
  });
  expect(await service.read(NAME)).toMatchObject({ version: 0, draft: { text: MALFORMED, by: OPERATOR } });
  expect((await service.live(NAME)).default.allow_vconsole).toBe(false);
});

it('a published draft is live within a minute, and so is its rollback', async () => {
  const config = await connectedConfig();
  const { service } = config;
  const text = textWith(true);
  const reader = config.reader();
  expect((await reader.live(NAME)).default.allow_vconsole).toBe(false);

  await service.saveDraft(OPERATOR, { name: NAME, text, base: 0, revision: 0 });
  const kinds = (await service.diff(NAME, null)).map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['added', 'removed']));
  const input = { name: NAME, text: null, base: 0, note: 'let\n us   see' } as const;
  expect(await service.publish(OPERATOR, input)).toEqual({ ok: true, version: 1 });
  expect(await service.read(NAME)).toMatchObject({ version: 1, text, draft: null, settled: true });

  config.pass(59_000);
  // This isolate asks KV again by then; KV's own cache at the edge is kept for 30 s of the rest.
  expect(valueFor(await reader.live(NAME), WHO).allow_vconsole).toBe(true);

  expect(await service.rollback(OTHER, { name: NAME, version: 0, base: 1, note: 'no' })).toEqual({
    ok: true,
    version: 2,
  });
  config.pass(59_000);
  expect((await reader.live(NAME)).default.allow_vconsole).toBe(false);
  expect(await service.history(NAME)).toMatchObject([
    { version: 2, by: OTHER, note: 'no', rolledBackTo: 0 },
    { version: 1, by: OPERATOR, note: 'let us see', rolledBackTo: null },
  ]);
  expect(await service.versionText(NAME, 1)).toBe(text);
  const acts = await service.log({ name: '', before: 0, limit: 10 });
  expect(acts.map(({ act, by }) => `${act} ${by.name}`)).toEqual(['rollback Oscar', 'publish Olga', 'draft Olga']);
});

it('a document is stored with LF line ends, however it was sent', async () => {
  const { service } = await connectedConfig();
  await service.publish(OPERATOR, { name: NAME, text: `${textWith(true)}\r\n`, base: 0, note: '' });
  expect((await service.read(NAME)).text).toBe(`${textWith(true)}\n`);
});

it('two operators never publish over each other unseen', async () => {
  const { service } = await connectedConfig();
  await service.publish(OPERATOR, { name: NAME, text: textWith(true, 'one'), base: 0, note: '' });
  const second = { name: NAME, text: textWith(true, 'two'), base: 0, note: '' } as const;
  expect(await refusal(service.publish(OTHER, second))).toBe('version_conflict');
  expect((await service.read(NAME)).version).toBe(1);
  expect(await service.publish(OTHER, { ...second, base: 1 })).toEqual({ ok: true, version: 2 });
});

it('two operators never overwrite a draft of each other unseen', async () => {
  const { service } = await connectedConfig();
  await service.saveDraft(OPERATOR, { name: NAME, text: 'one', base: 0, revision: 0 });
  const second = { name: NAME, text: 'two', base: 0, revision: 0 } as const;
  expect(await refusal(service.saveDraft(OTHER, second))).toBe('version_conflict');
  expect((await service.read(NAME)).draft?.text).toBe('one');
});

it('a draft of an older version cannot be published unseen', async () => {
  const { service } = await connectedConfig();
  await service.saveDraft(OPERATOR, { name: NAME, text: textWith(true, 'draft'), base: 0, revision: 0 });
  await service.publish(OTHER, { name: NAME, text: textWith(true, 'faster'), base: 0, note: '' });
  const published = service.publish(OPERATOR, { name: NAME, text: null, base: 1, note: '' });
  expect(await refusal(published)).toBe('version_conflict');
  expect((await service.read(NAME)).draft?.text).toBe(textWith(true, 'draft'));
});

it('a repeated act makes one version, one rollback and one draft', async () => {
  const { service } = await connectedConfig();
  const input = { name: NAME, text: textWith(true), base: 0, note: '' } as const;
  for (const _ of [1, 2]) expect(await service.publish(OPERATOR, input)).toEqual({ ok: true, version: 1 });
  const back = { name: NAME, version: 0, base: 1, note: '' } as const;
  for (const _ of [1, 2]) expect(await service.rollback(OPERATOR, back)).toEqual({ ok: true, version: 2 });
  const draft = { name: NAME, text: 'x', base: 2, revision: (await service.read(NAME)).draftRevision } as const;
  const first = await service.saveDraft(OPERATOR, draft);
  expect(await service.saveDraft(OPERATOR, draft)).toEqual(first);
  const acts = await service.log({ name: NAME, before: 0, limit: 10 });
  expect(acts.map(({ act }) => act)).toEqual(['draft', 'rollback', 'publish']);
});

it('the log holds refused publications too, and is read by pages', async () => {
  const { service } = await connectedConfig();
  await service.publish(OPERATOR, { name: NAME, text: MALFORMED, base: 0, note: 'oops' });
  await service.publish(OPERATOR, { name: NAME, text: textWith(true), base: 0, note: 'right' });
  const [newest, ...older] = await service.log({ name: '', before: 0, limit: 1 });
  expect(older).toEqual([]);
  expect(newest).toMatchObject({ act: 'publish', beforeVersion: 0, afterVersion: 1, note: 'right' });
  expect(await service.log({ name: '', before: newest?.seq ?? 0, limit: 5 })).toMatchObject([
    { act: 'refused', beforeVersion: 0, afterVersion: 0, note: 'oops' },
  ]);
});

it('the log has when the newest backup was made, and how old the installation is', async () => {
  const { service } = await connectedConfig();
  expect(await service.backupTimes()).toEqual({ backupMs: null, firstOperatorMs: null });
  await service.recordFirstOperator(OPERATOR, 'V-olga');
  await service.recordAct(OPERATOR, { act: 'all_copied', subject: 'people', note: 'a backup' });
  for (const note of ['one', 'two'])
    await service.recordAct(OPERATOR, { act: 'backup_made', subject: 'backups', note });
  await service.recordAct(OPERATOR, { act: 'operator_added', subject: 'people', note: 'V-oscar' });
  const acts = await service.log({ name: '', before: 0, limit: 5 });
  const timeOf = (note: string) => acts.find((act) => act.note === note)?.atMs;
  expect(await service.backupTimes()).toEqual({ backupMs: timeOf('two'), firstOperatorMs: timeOf('V-olga') });
});

it.each(['UPDATE acts SET note = 1', 'DELETE FROM acts', 'UPDATE versions SET text = 1', 'DELETE FROM versions'])(
  'the log can only grow: %s fails',
  async (sql) => {
    const { service, registry } = await connectedConfig();
    await service.publish(OPERATOR, { name: NAME, text: textWith(true), base: 0, note: '' });
    const stub = registry as unknown as DurableObjectStub;
    const run = runInDurableObject(stub, (_object, { storage }) => {
      try {
        storage.sql.exec(sql);
        return '';
      } catch (error) {
        return String(error);
      }
    });
    expect(await run).toMatch(/are never (changed|deleted)/);
  },
);

it('a version stays unsettled until KV takes it, and is never lost', async () => {
  const kv = makeKv();
  const config = await connectedConfig(kv as unknown as Kv);
  const { service } = config;
  await config.setDeliver(async () => []);
  await service.publish(OPERATOR, { name: NAME, text: textWith(true), base: 0, note: '' });
  expect(await service.overview()).toContainEqual(expect.objectContaining({ name: NAME, version: 1, settled: false }));
  expect(kv.texts.size).toBe(0);
  await config.setDeliver(config.deliver);
  await deliverAll(config.registry);
  expect(kv.texts.get(documentKey(NAME))).toBe(textWith(true));
  expect((await service.read(NAME)).settled).toBe(true);
});

it('KV that fails: KV ends with the newest version whatever delivery was lost, doubled or late', async () => {
  const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  for (const seed of [1, 2, 3, 4, 5]) {
    const kv = makeKv();
    const faulty = makeFaultyKv(kv as unknown as Kv, {
      seed,
      plan: { before: 0.3, after: 0.3, delayed: 0.2, overloaded: 0.1 },
    });
    const config = await connectedConfig(faulty as unknown as Kv);
    for (const version of [1, 2, 3, 4])
      await config.service.publish(OPERATOR, {
        name: NAME,
        text: textWith(true, `v${version}`),
        base: version - 1,
        note: '',
      });
    await deliverAll(config.registry);
    expect(faulty.hits, `seed ${seed}`).toBeGreaterThan(0);
    expect(kv.texts.get(documentKey(NAME)), `seed ${seed}`).toBe(textWith(true, 'v4'));
    expect((await config.service.read(NAME)).settled).toBe(true);
  }
  silence.mockRestore();
});

it('KV that fails: KV never ends with an older version when a newer one overtakes it', async () => {
  const kv = makeKv();
  const config = await connectedConfig(kv as unknown as Kv);
  const { service } = config;
  await config.setDeliver(async (items) => items.map(({ id }) => id));
  await service.publish(OPERATOR, { name: NAME, text: textWith(true, 'v1'), base: 0, note: '' });
  const item: DomainEvent = { id: 'n', event: 'config.published', source: '', payload: { name: NAME } };
  let isFirst = true;
  // The first write is slow: a second version is published and written before it lands.
  const slow = {
    ...kv,
    async put(key: string, text: string) {
      if (isFirst) {
        isFirst = false;
        await service.publish(OPERATOR, { name: NAME, text: textWith(true, 'v2'), base: 1, note: '' });
        await onPublished({ kv: kv as unknown as Kv, flush: NO_FLUSH, registries: config.registries }, item);
      }
      await kv.put(key, text);
    },
  };
  await onPublished({ kv: slow as unknown as Kv, flush: NO_FLUSH, registries: config.registries }, item);
  expect(kv.texts.get(documentKey(NAME))).toBe(textWith(true, 'v2'));
  expect((await service.read(NAME)).settled).toBe(true);
});

it('readers get the last good text, whole, while KV fails', async () => {
  const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const kv = makeKv();
  const config = await connectedConfig(kv as unknown as Kv);
  await config.service.publish(OPERATOR, { name: NAME, text: textWith(true), base: 0, note: '' });
  let readMs = 0;
  const reading = makeConfigService({
    kv: makeFaultyKv(kv as unknown as Kv, {
      seed: 7,
      plan: { before: 0.3, truncated: 0.4 },
    }) as unknown as KVNamespace,
    registries: config.registries,
    clock: {
      nowMs: () => {
        readMs += 60_000;
        return readMs;
      },
    },
  });
  const seen = new Set<boolean>();
  for (let at = 0; at < 30; at += 1) seen.add((await reading.live(NAME)).default.allow_vconsole);
  expect(seen).toContain(true);
  expect(valueFor(await reading.live(NAME), WHO).allow_vconsole).toBe(true);
  silence.mockRestore();
});

it.each([
  ['changed', 2, "UPDATE acts SET note = 'another' WHERE seq = 2"],
  ['removed with its hash', 3, 'DELETE FROM acts WHERE seq = 2; DELETE FROM act_chain WHERE seq = 2'],
  ['removed at the end', 3, 'DELETE FROM acts WHERE seq = 3'],
  ['left as it is', null, 'SELECT 1'],
])('a log of three acts, one of which was %s, is broken at act %s', async (_what, seq, text) => {
  const { registry, service } = makeConfig();
  for (const note of ['one', 'two', 'three'])
    await service.recordAct(OPERATOR, { act: 'message_done', subject: 'messages', note });
  await runInDurableObject(registry, (_object, state) => {
    for (const { name } of state.storage.sql
      .exec<{ name: string }>(
        "SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('acts', 'act_chain')",
      )
      .toArray())
      state.storage.sql.exec(`DROP TRIGGER ${name}`);
    state.storage.sql.exec(text);
  });
  expect(await service.brokenAct()).toBe(seq);
});
