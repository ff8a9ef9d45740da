/** `/ops/first`: the link that the first start prints. Its press is no act of an operator: there is none yet. */
import type { Context } from 'hono';
import { FirstView } from '#client/ops/people/first.view.tsx';
import { isServiceKind } from '#shared/config/service-kind.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { renderAuthPage } from '../auth/auth-layout.tsx';
import { readForm, refusalOf, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';

export const FIRST = 'first';
const HERE = href('ops.document', { document: FIRST });
const TOKEN_CHARS = 500;
const REFUSALS: Readonly<Record<string, string>> = {
  already_exists: 'This address has an account: sign in.',
  failed_precondition:
    'This link was used for too many addresses. On the server, this makes another one: bin/magpie people invite <email> --reason <text>',
};

async function show(c: Context<AppEnv>, deps: PageDeps, token: string, refusal = ''): Promise<Response> {
  const { ops, auth } = deps;
  const { caller } = c.get('call');
  const { kind } = await deps.readLook();
  const isOpen = await ops.makesFirstOperator(token);
  const person = caller && isOpen ? (await auth.profile(caller)).name || caller.userId : '';
  c.set('locale', 'en-US');
  c.header('referrer-policy', 'no-referrer');
  return renderAuthPage(
    c,
    { title: 'The first operator', status: !isOpen ? 403 : refusal === '' ? 200 : 400 },
    <FirstView
      here={HERE}
      token={token}
      person={person}
      signInHref={`${href('auth.sign-in')}?${new URLSearchParams({ next: `${HERE}?${new URLSearchParams({ token })}` })}`}
      refusal={refusal}
      isOpen={isOpen}
      kind={kind}
    />,
  );
}

export function firstPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return show(c, deps, (c.req.query('token') ?? '').slice(0, TOKEN_CHARS));
}

export async function firstPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const token = form.field('token', TOKEN_CHARS);
  if (form.get('step') === 'account')
    return accountPost(c, deps, token, mailAddressIn(form.field('email', MAX_PASTED_CHARS)));
  const { caller } = c.get('call');
  if (!caller || !(await deps.ops.makesFirstOperator(token))) return show(c, deps, token);
  await deps.ops.becomeFirstOperator(caller, token);
  await chooseKind(deps, caller, form.get('kind') ?? '');
  return seeOther(href('ops.desk'));
}

/** Publishes the kind of service, where it is another one than the installation has. */
async function chooseKind({ auth, documents, readLook }: PageDeps, caller: Caller, kind: string): Promise<void> {
  if (!isServiceKind(kind) || (await readLook()).kind === kind) return;
  const [{ text, version }, { name }] = await Promise.all([documents.read('service'), auth.profile(caller)]);
  const document = JSON.parse(text) as { readonly default: object };
  const changed = `${JSON.stringify({ ...document, default: { ...document.default, kind } }, null, 2)}\n`;
  const note = 'chosen with the first operator';
  await documents.publish(
    { id: caller.userId, name, via: 'page' },
    { name: 'service', text: changed, base: version, note },
  );
}

/** Leads the visitor to a form with a password: a reader of the server’s output needs no code by mail. */
async function accountPost(c: Context<AppEnv>, deps: PageDeps, token: string, email: string): Promise<Response> {
  try {
    return seeOther((await deps.ops.firstSignUpLink(token, email)).url);
  } catch (error) {
    const { errorName } = refusalOf(error);
    if (errorName === 'permission_denied') return show(c, deps, token);
    return show(c, deps, token, REFUSALS[errorName] ?? 'This is no email address.');
  }
}
