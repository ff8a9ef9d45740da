/** Gives page entry the real browser: storage, history, dialogs, lines to the counterparts. */
import { readDeviceId } from '#client/api/device.ts';
import { makeFetch } from '#client/api/fetch.ts';
import { inTurn } from '#client/api/lock.ts';
import { tellSession } from '#client/auth/session/session-channel.ts';
import { goTo } from '#client/navigation/go.ts';
import { BRIDGE_BLOCK, type BridgeFacts } from '#shared/bridge/ask.ts';
import { DEFAULT_LOCALE, isLocale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { ROUTES } from '#shared/routes.ts';
import { makeRequester } from './channel.ts';
import { APP_PATIENCE, type Counterpart, EXTENSION_PATIENCE, makeCounterpart } from './counterpart.ts';
import { loopbackPermission } from './desktop.ts';
import { makeBridgeScreen } from './dialog.ts';
import { extensionLine } from './extension.ts';
import { makeEntryWords } from './labels.ts';
import { nativeKindOf, nativeLine, type ShellWindow } from './native.ts';
import { enterPage } from './page-entry.ts';
import { makePendingKeeper } from './pending.ts';
import { keepSignedIn, type SignedInMark, wasSignedIn } from './signed-in-mark.ts';
import { makeBridgeWire } from './wire.ts';

/** As the request client names the turn of renewing: no renewal of another tab may cross a change of the session. */
const SESSION_TURN = 'magpie-token';
const DECLINED_KEY = 'pp_bridge_declined';

function appOf(view: Window): Counterpart | null {
  const kind = nativeKindOf(view.navigator.userAgent);
  if (!kind) return null;
  const line = nativeLine(kind, view as unknown as ShellWindow);
  return makeCounterpart(
    makeRequester(line, () => crypto.randomUUID()),
    APP_PATIENCE,
  );
}

function declinedIn(storage: () => Storage): { get(): string; set(sub: string): void } {
  return {
    get() {
      try {
        return storage().getItem(DECLINED_KEY) ?? '';
      } catch {
        // Forbidden storage: the question comes again, no more.
        return '';
      }
    },
    set(sub) {
      try {
        storage().setItem(DECLINED_KEY, sub);
      } catch (error) {
        console.warn('bridge: the answer is not kept', error);
      }
    },
  };
}

export function startPageEntry(view: Window & typeof globalThis): void {
  const block = view.document.getElementById(BRIDGE_BLOCK)?.textContent;
  if (!block) return;
  const facts = JSON.parse(block) as BridgeFacts;
  const translator = makeTranslator(isLocale(facts.locale) ? facts.locale : DEFAULT_LOCALE, facts.texts);
  const words = makeEntryWords(makeBridgeScreen(view.document), translator);
  const session = () => view.sessionStorage;
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
    pending: makePendingKeeper(session, Date.now),
    maybeSignedIn: () => facts.sub !== '' || wasSignedIn(mark),
    mayReplace: words.mayReplace,
    inTurn: (work) => inTurn(SESSION_TURN, work),
    app: appOf(view),
    extension: makeCounterpart(
      makeRequester(extensionLine(view), () => crypto.randomUUID()),
      EXTENSION_PATIENCE,
    ),
    desktop: {
      http: makeFetch({ locale: facts.locale, fetch: (input, init) => view.fetch(input, init) }),
      permission: () => loopbackPermission(view.navigator.permissions),
    },
    words,
    declined: declinedIn(session),
    news: {
      signedIn(sub, lifetimeSeconds) {
        keepSignedIn(mark, sub, Date.now() + lifetimeSeconds * 1_000);
        tellSession({ kind: 'signed-in', sub });
      },
      failed: (error) => view.dispatchEvent(new CustomEvent('magpie:login-failed', { detail: error })),
    },
  }).catch((error: unknown) => console.error('page entry', error));
}
