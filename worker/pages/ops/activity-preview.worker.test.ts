/** The preview of activities: the draft in any language before anyone else sees it. */
import { expect, it } from 'vitest';
import { activityDocument } from '#test/contract/activities.ts';
import { ask, html, signedInPeople } from '#test/contract/page-visits.ts';
import { env } from '#test/contract/send.ts';
import { servicesOf } from '#worker/compose.ts';

const PAGE = '/ops/activity_operation';

it('an operator looks at a draft in a language while visitors see nothing of it', async () => {
  const { olga } = await signedInPeople();
  const { version, draftRevision } = await servicesOf(env).documents.read('activity_operation');
  const text = JSON.stringify({ default: activityDocument(Date.now()) }, null, 2);
  const fields = { act: 'draft', text, base: String(version), revision: String(draftRevision), note: '' };
  expect((await ask(olga, PAGE, fields)).status).toBe(303);
  const page = await html(olga, `${PAGE}?preview=summer-days&language=ja`);
  expect(page).toContain('Summer days (ja)');
  expect(page).toContain('/ja/activity/summer-days');
  expect(/<button[^>]* disabled=""[^>]*>.{0,80}受け取る/.test(page)).toBe(true);
  expect((await ask(olga, '/ja/activity/summer-days')).status).toBe(404);
  expect((await ask(olga, PAGE, { act: 'discard' })).status).toBe(303);
});
