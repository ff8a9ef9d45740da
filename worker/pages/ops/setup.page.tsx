/** `/ops/setup`: the list of the first hour, which the first page of the console shows until it is done. */
import type { Context } from 'hono';
import { SetupView } from '#client/ops/setup/setup.view.tsx';
import { AppError } from '#shared/errors.ts';
import { SETUP_STEPS } from '#shared/ops/setup.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { readForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import type { Operator } from './operator.ts';
import { SETUP, setupProps } from './setup-steps.ts';

export async function setupPage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const { caller } = c.get('call');
  const state = caller && (await deps.ops.setupState(caller));
  if (!state) return seeOther(href('ops.desk'));
  return deskPage(
    c,
    { title: 'First hour', section: SETUP, operator },
    <>
      <h1 className="text-2xl">First hour</h1>
      <SetupView {...setupProps(deps, state)} />
    </>,
  );
}

export async function setupPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  if (form.get('act') === 'close') await deps.ops.closeSetup(operator);
  else {
    const step = SETUP_STEPS.find((each) => each === form.get('step'));
    if (!step || form.get('act') !== 'done')
      throw new AppError('invalid_argument', { field: 'step', reason: 'format' });
    await deps.ops.markSetup(operator, step);
  }
  return seeOther(href('ops.desk'));
}
