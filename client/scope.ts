/**
 * One per document: makes each feature's state and the request client once, so that two islands share them.
 * Nothing here runs on import; `startScope` is called by entry.ts before any island.
 */
import { sessionRows } from '#shared/auth/session.contract.ts';
import type { PageFacts } from '#shared/islands.ts';
import { type ApiClient, makeApiClient } from './api/client.ts';
import { readDeviceId } from './api/device.ts';
import { type EventHub, makeEvents } from './api/events.ts';
import { withLogin } from './auth/login-again.ts';
import { makeSessionActions, type SessionActions } from './auth/session.actions.ts';
import { hearSession } from './auth/session-news.ts';
import { signOut } from './auth/sign-out.ts';
import type { UserRoom } from './auth/user.room.ts';
import { takeFresh } from './bridge/signed-in-mark.ts';
import { type DriveRoom, makeDriveRoom } from './drive/drive.room.ts';
import { linkDialogLoader } from './share/load-link-dialog.ts';
import { humanCheckLoader } from './shield/load-human-check.ts';
import { type LocalStore, makeLocalStore } from './store/local.ts';
import { captchaKey } from './store/page-keys.ts';

export interface Scope {
  readonly facts: PageFacts;
  readonly api: ApiClient;
  readonly events: EventHub;
  readonly store: LocalStore;
  readonly session: SessionActions;
  /** Who is signed in; loaded and made when first asked for. */
  user(): Promise<UserRoom>;
  /** The drive's state and actions; made when first asked for. */
  drive(): DriveRoom;
}

let current: Scope | null = null;

export function startScope(facts: PageFacts): Scope {
  const { apiOrigins, clientId, locale } = facts;
  const store = makeLocalStore(() => localStorage);
  const captcha = captchaKey(clientId);
  const events = makeEvents();
  const session = makeSessionActions({
    clientId,
    store,
    events,
    user: () => scope().user(),
    takeFresh: () => takeFresh({ session: () => sessionStorage }),
    showsPerson: () => facts.userId !== '',
    wake: () => scope().api.call(sessionRows.me),
    signOut: () =>
      signOut({
        fetch: (input, init) => fetch(input, init),
        page: document,
        storage: () => localStorage,
        place: location,
        past: history,
        clientId,
      }),
    hear: hearSession,
  });
  const api = makeApiClient({
    origins: apiOrigins,
    clientId,
    locale,
    deviceId: readDeviceId(() => localStorage),
    isOnline: () => navigator.onLine,
    captchaStore: {
      get: () => store.get(captcha),
      set: (record) => store.set(captcha, record),
      remove: () => store.remove(captcha),
    },
    humanCheck: humanCheckLoader(),
    onSession: session.onSession,
  });
  // For what the person of the page does: a session that ended meanwhile is asked for in a dialog.
  const people = withLogin({
    api,
    userId: facts.userId,
    ask: async () => (await import('./plain/login-dialog.ts')).makeLoginDialog(document).open('session_over'),
    reload: () => location.reload(),
  });
  let drive: DriveRoom | null = null;
  let user: Promise<UserRoom> | null = null;
  current = {
    facts,
    api,
    events,
    store,
    session,
    user: () => {
      user ??= import('./auth/user.room.ts').then(({ makeUserRoom }) => makeUserRoom({ api, store, clientId }));
      return user;
    },
    drive: () => {
      drive ??= makeDriveRoom(people, { loadShareDialog: linkDialogLoader(people) });
      return drive;
    },
  };
  session.start();
  return current;
}

/** @throws Error outside a document that entry.ts has started */
export function scope(): Scope {
  if (!current) throw new Error('an island was rendered before its document was started');
  return current;
}
