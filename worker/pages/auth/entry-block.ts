/** The data block for login on page entry. A document carries it only when its address asks for it. Source: #shared/bridge/requests.ts. */
import type { Context } from 'hono';
import { type BridgeFacts, desktopOrigin, entryRequestOf } from '#shared/bridge/requests.ts';
import { pickMessages } from '#shared/locale/messages.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { CallContext } from '#worker/platform/request.ts';
import { WEB_CLIENT } from '../services.ts';

const TEXTS = ['auth.bridge'];

export interface EntryBlock {
  readonly facts: BridgeFacts;
  /** Origin of the desktop client that the address names, to be allowed by this document's policy. */
  readonly loopbackOrigin: string | null;
}

export function entryBlock(c: Context<AppEnv>): EntryBlock | null {
  const ask = c.req.method === 'GET' ? entryRequestOf(new URL(c.req.url)) : null;
  const call = c.get('call') as CallContext | undefined;
  // The request was refused before its session was read: the page of the refusal signs no user in.
  if (!ask || !call) return null;
  const locale = c.get('locale');
  return {
    facts: {
      locale,
      texts: pickMessages(locale, TEXTS),
      clientId: WEB_CLIENT,
      sub: call.caller?.userId ?? '',
    },
    loopbackOrigin: ask.handOff?.kind === 'desktop' ? desktopOrigin(ask.handOff.port) : null,
  };
}
