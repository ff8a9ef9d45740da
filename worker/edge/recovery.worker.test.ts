import { runInDurableObject } from 'cloudflare:test';
import { expect, it } from 'vitest';
import { signedInPeople, ask as visit } from '#test/contract/page-visits.ts';
import { env, makeServer, ORIGIN } from '#test/contract/send.ts';
import { servicesOf } from '#worker/compose.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newWireId } from '#worker/platform/ids.ts';
import type { Armed, RecoveryTarget } from '#worker/platform/storage/recovery.ts';

const closed = makeServer({ bindings: { RECOVERY: 'on' } });
const open = makeServer({});

function ask(verb: string, body: object, secret: string = env.INTERNAL_TOKEN, server = closed): Promise<Response> {
  return server(
    new Request(`${ORIGIN}/_internal/recovery/${verb}`, {
      method: 'POST',
      headers: { host: new URL(ORIGIN).host, 'content-type': 'application/json', 'x-magpie-internal': secret },
      body: JSON.stringify(body),
    }),
  );
}

/** Members of an object that the recovery calls. */
interface Inside {
  command(work: (nowMs: number) => void): { ok: boolean };
  publishEvent(event: string, payload: Record<string, unknown>, nowMs: number): void;
  goBack(to: RecoveryTarget): Promise<Armed>;
  startAgain(): Promise<void>;
  alarm(): Promise<void>;
}

it('while it is closed everything but the recovery is a page of status 503, and the recovery needs the secret', async () => {
  for (const path of ['/', '/ops', '/drive/v1/about', '/console/v1/health', '/healthz']) {
    const answer = await closed(new Request(`${ORIGIN}${path}`));
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '600']);
    expect(await answer.text()).toContain('Closed for a while');
  }
  expect((await ask('ready', {})).status).toBe(200);
  for (const secret of ['', 'made-up']) expect((await ask('ready', {}, secret)).status).toBe(404);
  // Open, it has no such calls.
  expect((await ask('ready', {}, env.INTERNAL_TOKEN, open)).status).toBe(404);
});

it('calls that name no objects are refused, and an object that is not closed itself stays', async () => {
  const id = env.DRIVE.idFromName('recovered').toString();
  const at = Date.now() - 60_000;
  for (const body of [
    { binding: 'APP_ORIGIN', objects: [id], at },
    { binding: 'NOTHING', objects: [id], at },
    { binding: 'SHARE', objects: [id], at },
    { binding: 'DRIVE', objects: ['x'], at },
    { binding: 'DRIVE', objects: Array.from({ length: 101 }, () => id), at },
    { binding: 'DRIVE', objects: [id], at: -1 },
  ])
    expect([body, (await ask('go-back', body)).status]).toEqual([body, 400]);
  const answer = await ask('go-back', { binding: 'DRIVE', objects: [id], at });
  expect(await answer.json()).toEqual({ objects: [{ id, undo: '', refused: 'the installation is not closed' }] });
  const undone = await ask('undo', { binding: 'DRIVE', objects: [{ id, bookmark: 'b' }] });
  expect(await undone.json()).toEqual({ objects: [{ id, undo: '', refused: 'the installation is not closed' }] });
});

it('sessions of an account that went back end, and so do tokens whose epoch is above that of then', async () => {
  const { bob } = await signedInPeople();
  expect((await visit(bob, '/drive/payment/orders')).status).toBe(200);
  const { auth } = servicesOf(env);
  const account = env.ACCOUNT.getByName(await auth.findPerson(bob.email));
  const nothing = env.ACCOUNT.newUniqueId();
  const ids = [account.id.toString(), nothing.toString()];
  const answer = await ask('end-sessions', { objects: ids });
  expect(await answer.json()).toEqual({ objects: ids.map((id) => ({ id, refused: '' })) });
  await runAlarm(account);
  await runInDurableObject(env.DRIVE.getByName(await auth.findPerson(bob.email)), (_drive, { storage }) => {
    expect(storage.sql.exec<{ min: number }>('SELECT min_epoch AS min FROM guard').one().min).toBeGreaterThan(
      1_000_000,
    );
  });
  const after = await visit(bob, '/drive/payment/orders');
  expect([after.status, after.headers.get('location')]).toEqual([303, expect.stringContaining('/auth?')]);
  await runInDurableObject(env.ACCOUNT.get(nothing), (_account, { storage }) => {
    expect(storage.sql.exec("SELECT name FROM sqlite_master WHERE name = '_self'").toArray()).toEqual([]);
  });
});

it('the log of operators is read page by page', async () => {
  const { documents } = servicesOf(env);
  // Other files read the log, and check its ids.
  const actor = { id: newWireId(), name: 'Olga', via: 'console' } as const;
  for (const note of ['a', 'b']) await documents.recordAct(actor, { act: 'person_blocked', subject: 'people', note });
  const { acts } = (await (await ask('acts', { before: 0 })).json()) as { acts: { seq: number; note: string }[] };
  expect(acts.slice(0, 2).map(({ note }) => note)).toEqual(['b', 'a']);
  const older = (await (await ask('acts', { before: acts[0]?.seq })).json()) as { acts: { note: string }[] };
  expect(older.acts[0]?.note).toBe('a');
});

it('an object that is started again has its rows, and an alarm for the work that was due', async () => {
  const drive = env.DRIVE.getByName('restarted');
  await runInDurableObject(drive, (instance) => {
    const inside = instance as unknown as Inside;
    inside.command(() => undefined);
  });
  const id = drive.id.toString();
  const answer = await ask('restart', { binding: 'DRIVE', objects: [id] });
  expect(await answer.json()).toEqual({ restarted: 1 });
  await runInDurableObject(drive, async (_instance, { storage }) => {
    expect(storage.sql.exec('SELECT name FROM _self').one()).toEqual({ name: 'restarted' });
    expect(await storage.getAlarm()).toBeGreaterThan(Date.now());
  });
});

it('a closed object does no work at its alarm and loses none; what the platform refuses is said', async () => {
  await runInDurableObject(env.DRIVE.getByName('closed'), async (instance, { storage }) => {
    const inside = instance as unknown as Inside;
    inside.command((nowMs) => inside.publishEvent('test.nothing', {}, nowMs));
    Object.defineProperty(instance, 'env', { value: { ...env, RECOVERY: 'on' } });
    const beganMs = Date.now();
    await inside.alarm();
    expect(storage.sql.exec('SELECT count(*) AS n FROM _outbox').one()).toEqual({ n: 1 });
    expect(await storage.getAlarm()).toBeGreaterThan(beganMs + 30_000);
    // The runtime of the tests has no such storage.
    const armed = await inside.goBack({ atMs: beganMs - 60_000 });
    expect(armed).toMatchObject({ undo: '', refused: expect.stringContaining('point-in-time recovery') });
  });
});
