/** Who may make an account, by the operators' document `sign_up`: over the wire and on the page. */
import { expect, test } from 'vitest';
import { authContract } from '#shared/auth/contract.ts';
import { invitationsContract } from '#shared/membership/invitations.contract.ts';
import { newHexId } from '#worker/platform/ids.ts';
import { verifiedToken } from './cases/codes.cases.ts';
import { NEWCOMERS_PASSWORD, newcomer } from './cases/newcomer.ts';
import { serverWithSignUp } from './documents.ts';
import { type Server, send } from './send.ts';
import { visit } from './visit.ts';
import { makePeople, objects, ok } from './world.ts';

const closed = serverWithSignUp({ mode: 'closed', mail_domains: [] });
const byInvitation = serverWithSignUp({ mode: 'invitation', mail_domains: [] });
const ofDomain = serverWithSignUp({ mode: 'open', mail_domains: ['example.com'] });

await makePeople();

/** `ok`, or the reason of the refusal. */
async function signUp(server: Server, email: string, more: object = {}): Promise<string> {
  const body = {
    client_id: 'cli',
    email,
    password: NEWCOMERS_PASSWORD,
    name: 'Dora',
    verification_token: await verifiedToken(email, 'sign-up'),
    ...more,
  };
  const answer = await send(authContract.signUp, { body, server });
  const text = await answer.text();
  return answer.status === 200 ? 'ok' : (/sign_up_\w+/.exec(text)?.[0] ?? text);
}

const address = (domain = 'example.com') => `${newHexId(8)}@${domain}`;

const page = (server: Server, fields?: Record<string, string>): Promise<Response> =>
  visit('/auth/sign-up', { ...(fields ? { fields } : {}), headers: { 'cf-connecting-ip': '203.0.113.61' }, server });

test('a closed sign-up makes no account, and its page has no form for one', async () => {
  expect(await signUp(closed, address())).toBe('sign_up_closed');
  const answer = await page(closed);
  const html = await answer.text();
  expect([answer.status, html.includes('This service isn’t accepting new accounts')]).toEqual([403, true]);
  expect(html).not.toContain('name="email"');
});

test('a sign-up by invitation takes the code of a person who may sign in, however it is written', async () => {
  const inviter = await newcomer();
  const { code } = await ok(invitationsContract.inviteCode, { token: inviter.token });
  expect(await signUp(byInvitation, address())).toBe('sign_up_invited_only');
  expect(await signUp(byInvitation, address(), { invitation_code: 'AAAAA-AAAAA' })).toBe('sign_up_invited_only');
  const typed = `${code.slice(0, 5)}-${code.slice(5)}`.toLowerCase();
  expect(await signUp(byInvitation, address(), { invitation_code: typed })).toBe('ok');
  await objects.accounts.getByName(inviter.userId).block(null);
  expect(await signUp(byInvitation, address(), { invitation_code: code })).toBe('sign_up_invited_only');
});

test('a sign-up for domains takes addresses of those alone, and the page says so before it sends a code', async () => {
  expect(await signUp(ofDomain, address('Example.com'))).toBe('ok');
  expect(await signUp(ofDomain, address('mail.example.com'))).toBe('sign_up_domain');
  const answer = await page(ofDomain, { step: 'address', by: 'email', email: address('example.net') });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('Only people with an email address of certain organizations can create an account here'),
  ]);
});
