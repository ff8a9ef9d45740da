/** `/ops/first`: the link that the first start prints. Its press is no act of an operator: there is none yet. */
import type { Context } from 'hono';
import { FirstView } from '#client/ops/people/first.view.tsx';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { renderAuthPage } from '../auth/auth-layout.tsx';
import { readForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';

export const FIRST = 'first';
const HERE = href('ops.document', { document: FIRST });
const TOKEN_CHARS = 500;

async function show(c: Context<AppEnv>, { ops, auth }: PageDeps, token: string): Promise<Response> {
  const { caller } = c.get('call');
  const isOpen = await ops.makesFirstOperator(token);
  const person = caller && isOpen ? (await auth.profile(caller)).name || caller.userId : '';
  c.set('locale', 'en-US');
  c.header('referrer-policy', 'no-referrer');
  return renderAuthPage(
    c,
    { title: 'The first operator', status: isOpen ? 200 : 403 },
    <FirstView here={HERE} token={token} person={person} signInHref={href('auth.sign-in')} isOpen={isOpen} />,
  );
}

export function firstPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  return show(c, deps, (c.req.query('token') ?? '').slice(0, TOKEN_CHARS));
}

export async function firstPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const token = (await readForm(c, deps)).field('token', TOKEN_CHARS);
  const { caller } = c.get('call');
  if (!caller || !(await deps.ops.makesFirstOperator(token))) return show(c, deps, token);
  await deps.ops.becomeFirstOperator(caller, token);
  return seeOther(href('ops.desk'));
}
