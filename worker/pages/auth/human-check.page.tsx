/** The page behind the address that `captcha/init` gives (spec 2.7). Shown in a frame of our own pages or in an app's web view. */
import type { Context } from 'hono';
import { type CheckState, HumanCheckView } from '#client/shield/human-check.view.tsx';
import { readRedirect } from '#shared/shield/redirect.ts';
import { checkPolicy } from '#worker/edge/check-policy.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CheckFacts } from '#worker/services/shield/index.ts';
import { renderPage, translatorOf } from '../render/render.tsx';
import type { PageDeps } from '../services.ts';

/** Headers that framed pages share; each passes its own policy. */
export function framedHeaders(policy: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': policy,
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
  };
}

function stateOf(check: CheckFacts | null, redirectUri: string, appOrigin: string): CheckState {
  if (!check) return 'over';
  return redirectUri === '' || readRedirect(redirectUri, appOrigin) ? 'open' : 'refused';
}

export async function humanCheckPage(c: Context<AppEnv>, { config, shield }: PageDeps): Promise<Response> {
  const query = (name: string, maxChars: number) => (c.req.query(name) ?? '').slice(0, maxChars);
  const ticket = query('challenge', 4096);
  const redirectUri = query('redirect_uri', 2000);
  const check = await shield.readCheck(ticket);
  const state = stateOf(check, redirectUri, config.appOrigin);
  const { t } = translatorOf(c.get('locale'));
  const foreign =
    check && check.provider !== 'pow'
      ? { name: check.provider, scriptUrl: `${check.scriptUrl}?render=explicit` }
      : null;
  return renderPage(
    c,
    {
      head: { title: t('shield.check.title'), noindex: true },
      status: state === 'open' ? 200 : state === 'over' ? 410 : 400,
      scripts: foreign ? 'check-provider' : 'check',
      headers: framedHeaders(checkPolicy(state === 'open' ? foreign : null)),
    },
    <>
      <HumanCheckView
        state={state}
        facts={{
          ticket,
          redirectUri,
          state: query('state', 500),
          provider: check?.provider ?? 'pow',
          siteKey: check?.siteKey ?? '',
          bound: check?.bound ?? '',
        }}
      />
      {foreign && state === 'open' ? <script data-provider src={foreign.scriptUrl} defer /> : null}
    </>,
  );
}
