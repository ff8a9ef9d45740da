/** `/ops/jobs` as plain forms, and the calls of the command line beside it. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { ask, formOf, html, signedInPeople } from '#test/contract/page-visits.ts';
import { env, makeServer, ORIGIN } from '#test/contract/send.ts';
import { servicesOf } from '#worker/compose.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { newWireId } from '#worker/platform/ids.ts';
import { makeAdminDatabase } from '#worker/services/ops/index.ts';

const JOBS = '/ops/jobs';
const { documents, objects, auth } = servicesOf(env);
const server = makeServer({});

const { bob, olga } = await signedInPeople();
const bobId = await auth.findPerson(bob.email);

/** A task of Bob whose steps fail, as the drive lists it after three of them. */
async function stuckJob(): Promise<string> {
  await html(bob, '/drive/all');
  const drive = objects.drives.getByName(bobId);
  const id = newWireId();
  await runInDurableObject(drive, (_object, { storage }) => {
    storage.sql.exec(
      `INSERT INTO tasks (id, type, phase, progress, name, message, file_id, file_name, file_size, job, created_ms, updated_ms)
       VALUES (?, 'copy', 'PHASE_TYPE_RUNNING', 5, 'private', '', '', 'private', 7, '{"kind":"measure","origin":null}', ?2, ?2)`,
      id,
      Date.now(),
    );
    return storage.setAlarm(Date.now() + 60_000);
  });
  for (let runs = 0; runs < 3; runs += 1) await runAlarm(drive);
  return id;
}

async function console_(verb: string, body: object): Promise<{ status: number; answer: Record<string, unknown> }> {
  const headers = { host: new URL(ORIGIN).host, 'x-magpie-internal': env.INTERNAL_TOKEN };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await server(new Request(`${ORIGIN}/_internal/jobs/${verb}`, init));
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

test('a stuck job of a person is listed without names, tried again with a reason, and the act is in the log', async () => {
  const jobId = await stuckJob();
  await expect.poll(() => html(olga, JOBS), { timeout: 20_000 }).toContain(jobId);
  const list = await html(olga, `${JOBS}?kind=copy&state=stuck`);
  for (const part of ['Copy', 'Stuck', 'An error of the server', 'after 3 tries']) expect(list).toContain(part);
  expect(list).not.toContain('private');
  expect(await html(olga, `${JOBS}?kind=fetch`)).not.toContain(jobId);
  expect(await html(olga, '/ops')).toMatch(/jobs? failed or (is|are) stuck/);
  const { jobs } = (await console_('list', { kind: 'copy' })).answer as { jobs: { owner: string }[] };
  expect(jobs.filter(({ owner }) => owner === bobId)).toMatchObject([{ job: jobId }]);

  const form = formOf(list, `value="${jobId}"`);
  expect((await ask(olga, JOBS, { ...form, act: 'retry', reason: ' ' })).status).toBe(400);
  expect((await ask(olga, JOBS, { ...form, act: 'cancel', reason: 'x' })).status).toBe(400);
  expect((await ask(olga, JOBS, { ...form, act: 'retry', reason: 'The disk is back' })).status).toBe(303);
  expect(await html(olga, JOBS)).not.toContain(`value="${jobId}"`);
  const [act] = await documents.log({ name: '', before: 0, limit: 1 });
  expect(act).toMatchObject({ act: 'job_retried', name: 'jobs', note: `${bobId}: copy ${jobId}: The disk is back` });

  expect(await html(olga, `${JOBS}?person=${bobId}`)).toContain(jobId);
  expect((await console_('of', { person: bobId })).answer['jobs']).toMatchObject([{ job: jobId }]);
});

test('a person with many failed jobs has three rows, and the number of the others', async () => {
  const text = `INSERT INTO jobs (owner_id, job_id, kind, state, error, tries, size_bytes, progress, created_ms, since_ms, acts)
    VALUES (?1, ?1 || '-' || ?2, 'save', 'failed', 'internal', 1, 0, 0, ?2, ?2, 'dismiss')`;
  const failed = (ownerId: string, atMs: number) => ({ sql: text, values: [ownerId, atMs] });
  const many = Array.from({ length: 60 }, (_, at) => failed('many', 1_000 + at));
  await makeAdminDatabase(env.ADMIN).batch([...many, failed('one', 1)]);
  const list = await html(olga, `${JOBS}?kind=save`);
  expect(list.match(/(?<=value=")many-\d+/g)).toEqual(['many-1059', 'many-1058', 'many-1057']);
  expect(list).toContain('and 57 more of this account');
  expect(list).toContain('one-1');
});

test('an act on a job that is gone says so, and a person who is no operator sees and changes nothing', async () => {
  const gone = { owner: bobId, job: newWireId(), act: 'retry', reason: 'x' };
  expect(await (await ask(olga, JOBS, gone)).text()).toContain('no longer there');
  expect((await console_('act', gone)).status).toBe(404);
  expect((await ask(bob, JOBS, gone)).status).toBe(403);
  expect(await html(bob, JOBS).catch(() => 'refused')).not.toContain('Failed and stuck');
});

test('the jobs of a person are found by address, and an account that is none is no account without jobs', async () => {
  expect(await html(olga, `${JOBS}?${new URLSearchParams({ person: bob.email })}`)).toContain(`value="${bobId}"`);
  const none = await ask(olga, `${JOBS}?person=none@example.org`);
  expect([none.status, (await none.text()).includes('No such person.')]).toEqual([404, true]);
});

test.each(['?page_token=x', '?kind=x&state=x'])('an address %s that is none shows a page', async (query) => {
  expect(await html(olga, `${JOBS}${query}`)).toContain('Jobs');
});
