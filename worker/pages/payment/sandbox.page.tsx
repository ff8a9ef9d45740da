/** `/pay/sandbox/{ref}`: the sandbox's hosted checkout. The address is the permission to decide, as at a provider. Demo mode only. */
import type { Context } from 'hono';
import { CARD_CHOICES, DELIVERY_CHOICES, SandboxView } from '#client/membership/sandbox.view.tsx';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { DECISIONS } from '#worker/services/membership/service.ts';
import { readForm, seeOther } from '../render/form.ts';
import { publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

const deliveryOf = (text: string | null | undefined) => DELIVERY_CHOICES.find((one) => one === text) ?? 'once';
const cardOf = (text: string | null | undefined) => CARD_CHOICES.find((one) => one === text) ?? 'good';

function hereOf(c: Context<AppEnv>): string {
  return href('payment.sandbox', { ref: c.req.param('ref') ?? '' });
}

export async function sandboxPage(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  const { checkout, state } = await deps.billing.sandboxCheckout(c.req.param('ref') ?? '');
  const isBank = c.req.query('step') === 'bank';
  const title = t('membership.sandbox.title');
  return publicPage(
    c,
    deps,
    { title, description: title, headers: { 'cache-control': 'private, no-store' } },
    <SandboxView
      here={hereOf(c)}
      title={checkout.title}
      amountMinor={checkout.amountMinor}
      currency={checkout.currency}
      renews={checkout.interval !== null}
      state={state}
      bank={isBank ? { delivery: deliveryOf(c.req.query('delivery')), card: cardOf(c.req.query('card')) } : null}
      returnUrl={checkout.returnUrl}
    />,
  );
}

export async function sandboxPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  const form = await readForm(c, deps);
  const choice = { delivery: deliveryOf(form.get('delivery')), card: cardOf(form.get('card')) };
  const decision = DECISIONS.find((one) => one === form.get('decision'));
  if (form.get('decision') === 'challenge')
    return seeOther(`${hereOf(c)}?${new URLSearchParams({ step: 'bank', ...choice })}`);
  if (!decision) return seeOther(hereOf(c));
  const { checkout } = await deps.billing.decide(c.req.param('ref') ?? '', { decision, ...choice });
  return seeOther(checkout.returnUrl);
}
