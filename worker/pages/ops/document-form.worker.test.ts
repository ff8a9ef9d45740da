/** The form of an operators' document: drafts that no form can show, and the focus after a button of the form. */
import { expect, it } from 'vitest';
import { ask, html, signedInPeople } from '#test/contract/page-visits.ts';
import { env } from '#test/contract/send.ts';
import { servicesOf } from '#worker/compose.ts';

const PAGE = '/ops/debug_options';

it('a draft that nests very deep has its page, with the text alone', async () => {
  const { olga } = await signedInPeople();
  const { version, draftRevision } = await servicesOf(env).documents.read('debug_options');
  const text = '['.repeat(20_000);
  const fields = { act: 'draft', text, base: String(version), revision: String(draftRevision), note: '' };
  expect((await ask(olga, PAGE, fields)).status).toBe(303);
  const page = await html(olga, PAGE);
  expect(page).toContain('data-document-text');
  expect(page).not.toContain('data-document-form');
  expect((await ask(olga, PAGE, { act: 'discard' })).status).toBe(303);
});

it('"Fill in" and "Leave out" leave the focus at the field', async () => {
  const { olga } = await signedInPeople();
  const at = '/variants/0/values/allow_vconsole';
  const focused = async (fields: Record<string, string>) => {
    const page = await (await ask(olga, PAGE, { form: '1', 'n/variants': '1', ...fields })).text();
    return [...page.matchAll(/<[^>]*\sautofocus=""[^>]*>/g)].map(
      ([tag]) => /(?:name|value)="([^"]*\/[^"]*)"/.exec(tag)?.[1],
    );
  };
  const filled = await focused({ act: `set ${at}` });
  expect(filled).toEqual([`v${at}`]);
  expect(await focused({ [`v${at}`]: 'yes', [`s${at}`]: '1', act: `unset ${at}` })).toHaveLength(1);
});
