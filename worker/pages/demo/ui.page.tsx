/** `/_dev/ui`: tokens and every part of client/ui in each of its states. The route exists in demo mode only. */
import type { Context } from 'hono';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, renderPage } from '../render/render.tsx';
import { UiSamples } from './ui-samples.tsx';

export function uiPage(c: Context<AppEnv>): Promise<Response> {
  return renderPage(
    c,
    { head: { title: 'client/ui · Magpie', noindex: true } },
    <PublicShell homeHref={homeHref(c)} languageHrefs={languageHrefs(c)} entrance="none">
      <UiSamples />
    </PublicShell>,
  );
}
