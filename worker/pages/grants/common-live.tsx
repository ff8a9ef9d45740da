/** Pages of folders in common follow changes, where scripts run. */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import { ISLAND_TEXTS } from '#shared/locale/island-texts.gen.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { pageFacts } from '../drive/page-facts.ts';
import { Island } from '../render/island-element.tsx';
import type { PageDeps } from '../services.ts';

export function liveShape(c: Context<AppEnv>, deps: PageDeps, caller: Caller) {
  return { scripts: 'islands', kind: 'drive', facts: pageFacts(c, deps, caller.userId), texts: ISLAND_TEXTS } as const;
}

export function CommonLive(): ReactNode {
  return <Island id="drive/common" props={{}} view={null} />;
}
