/** Runs page entry with the APIs of the browser: storage, history, dialogs, transports to the counterparts. */
import { readDeviceId } from '#client/api/device.ts';
import { makeFetch } from '#client/api/fetch.ts';
import { withLock } from '#client/api/lock.ts';
import { publishSession } from '#client/auth/index.ts';
import { text } from '#client/browser-storage/key-kinds.ts';
import { makeLocalStore } from '#client/browser-storage/local.ts';
import { goTo } from '#client/navigation/go.ts';
import { BRIDGE_BLOCK, type BridgeFacts } from '#shared/bridge/requests.ts';
import { DEFAULT_LOCALE, isLocale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { ROUTES } from '#shared/routes.ts';
import { makeBridgeWire } from './bridge.api.ts';
import { makeRequester } from './channel.ts';
import { APP_TIMEOUTS, type Counterpart, EXTENSION_TIMEOUTS, makeCounterpart } from './counterpart.ts';
import { loopbackPermission } from './desktop.ts';
import { makeBridgeScreen } from './dialog.ts';
import { makeEntryDialogs } from './entry-dialogs.ts';
import { extensionTransport } from './extension.ts';
import { nativeKindOf, nativeTransport, type ShellWindow } from './native.ts';
import { enterPage } from './page-entry.ts';
import { makeProofStore } from './pending.ts';
import { type SignedInMark, storeSignIn, wasSignedIn } from './signed-in-mark.ts';

/** Lock of the request client's token renewal: no tab renews during a change of the session. */
const SESSION_LOCK = 'magpie-token';
const DECLINED = text('pp_bridge_declined');

function appOf(view: Window): Counterpart | null {
  const kind = nativeKindOf(view.navigator.userAgent);
  if (!kind) return null;
  const transport = nativeTransport(kind, view as unknown as ShellWindow);
  return makeCounterpart(
    makeRequester(transport, () => crypto.randomUUID()),
    APP_TIMEOUTS,
  );
}

export function startPageEntry(view: Window & typeof globalThis): void {
  const block = view.document.getElementById(BRIDGE_BLOCK)?.textContent;
  if (!block) return;
  const facts = JSON.parse(block) as BridgeFacts;
  const translator = makeTranslator(isLocale(facts.locale) ? facts.locale : DEFAULT_LOCALE, facts.texts);
  const dialogs = makeEntryDialogs(makeBridgeScreen(view.document), translator);
  const session = () => view.sessionStorage;
  const tabStore = makeLocalStore(session);
  const mark: SignedInMark = { storage: () => view.localStorage, session, clientId: facts.clientId };
  const wire = makeBridgeWire({
    origin: view.location.origin,
    clientId: facts.clientId,
    deviceId: readDeviceId(() => view.localStorage),
    locale: facts.locale,
    fetch: (input, init) => view.fetch(input, init),
  });
  enterPage({
    place: view.location,
    past: view.history,
    go: (address) => {
      const load = (place: string) => view.location.replace(place);
      if (!goTo(address, { origin: view.location.origin, load })) load(ROUTES['drive.all']);
    },
    clientId: facts.clientId,
    sub: facts.sub,
    wire,
    pending: makeProofStore(session, Date.now),
    maybeSignedIn: () => facts.sub !== '' || wasSignedIn(mark),
    mayReplace: dialogs.mayReplace,
    withLock: (work) => withLock(SESSION_LOCK, work),
    app: appOf(view),
    extension: makeCounterpart(
      makeRequester(extensionTransport(view), () => crypto.randomUUID()),
      EXTENSION_TIMEOUTS,
    ),
    desktop: {
      http: makeFetch({ locale: facts.locale, fetch: (input, init) => view.fetch(input, init) }),
      permission: () => loopbackPermission(view.navigator.permissions),
    },
    dialogs,
    declined: { get: () => tabStore.get(DECLINED) ?? '', set: (sub) => void tabStore.set(DECLINED, sub) },
    events: {
      signedIn(sub, lifetimeSeconds) {
        storeSignIn(mark, sub, Date.now() + lifetimeSeconds * 1_000);
        publishSession({ kind: 'signed-in', sub });
      },
      failed: (error) => view.dispatchEvent(new CustomEvent('magpie:login-failed', { detail: error })),
    },
  }).catch((error: unknown) => console.error('page entry', error));
}
