/**
 * Makes the request client and each feature's state once a document, so that its islands share them.
 * entry.ts calls `startScope` before any island; nothing runs on import.
 */
import type { PageFacts } from '#shared/islands.ts';
import { type AccessContext, loadAccessContext } from './access/index.ts';
import type { ApiClient } from './api/client.ts';
import { readDeviceId } from './api/device.ts';
import { type EventHub, makeEvents } from './api/events.ts';
import { lateClient } from './api/late-client.ts';
import { makeServerClock } from './api/server-clock.ts';
import { makeWaitList } from './api/waits.ts';
import {
  followSession,
  loadLoginClient,
  loadUserActions,
  makeSessionActions,
  type SessionActions,
  subscribeSession,
} from './auth/index.ts';
import { takeFresh } from './bridge/signed-in-mark.ts';
import { type LocalStore, makeLocalStore } from './browser-storage/local.ts';
import { captchaKey } from './browser-storage/page-keys.ts';
import { type DriveContext, makeDriveContext, provideDrive } from './drive/index.ts';
import { feedbackDialogLoader } from './ops/index.ts';
import { linkCopierLoader, linkDialogLoader, linkFinder, marksAsker } from './share/index.ts';
import type { LayoutState } from './shell/layout.state.ts';
import { humanCheckLoader } from './shield/index.ts';

export interface Scope {
  readonly facts: PageFacts;
  readonly api: ApiClient;
  readonly events: EventHub;
  readonly store: LocalStore;
  readonly session: SessionActions;
  /** The region check; null where there is nothing to check. Loaded at the first call. */
  access(): Promise<AccessContext | null>;
  /** State and actions of the drive; made at the first call. */
  drive(): DriveContext;
  /** Flags of the layout; loaded at the first call. */
  layout(): Promise<LayoutState>;
}

let current: Scope | null = null;

export function startScope(facts: PageFacts): Scope {
  const { apiOrigins, clientId, locale } = facts;
  const store = makeLocalStore(() => localStorage);
  const captcha = captchaKey(clientId);
  const events = makeEvents();
  let user: ReturnType<typeof loadUserActions> | null = null;
  const session = makeSessionActions({
    clientId,
    store,
    events,
    user: () => {
      user ??= loadUserActions({ api: scope().api, store, clientId });
      return user;
    },
    takeFresh: () => takeFresh({ session: () => sessionStorage }),
    showsPerson: () => facts.userId !== '',
    ensureSession: () => scope().api.bearer(),
    subscribe: (onEvent) => subscribeSession(onEvent, 'all'),
  });
  const clock = makeServerClock(facts.serverTimeMs);
  const waits = makeWaitList();
  const firstOrigin = apiOrigins[0] ?? '';
  async function loadClient(): Promise<ApiClient> {
    const { makeApiClient } = await import('./api/client.ts');
    return makeApiClient({
      origins: apiOrigins,
      clientId,
      locale,
      waits,
      deviceId: readDeviceId(() => localStorage),
      isOnline: () => navigator.onLine,
      captchaStore: {
        get: () => store.get(captcha),
        set: (record) => store.set(captcha, record),
        remove: () => store.remove(captcha),
      },
      humanCheck: humanCheckLoader(),
      onSession: session.onSession,
      onDate: clock.onDate,
    });
  }
  const api = lateClient(loadClient, waits, firstOrigin);
  // Calls of the page's user: a call after the session has ended opens the login dialog.
  const loadUserClient = () =>
    loadLoginClient({
      api,
      userId: facts.userId,
      ask: async () => {
        // The user signed out: the next page loads, and no dialog opens before it.
        if (hasLeft) return new Promise<never>(() => undefined);
        return (await import('./pages/auth/login-dialog.ts')).makeLoginDialog(document).open('session_over');
      },
      reload: () => location.reload(),
      onBack: () => drive?.rejoin(),
    });
  const userClient = lateClient(loadUserClient, waits, firstOrigin);
  let hasLeft = false;
  let drive: DriveContext | null = null;
  let access: Promise<AccessContext | null> | null = null;
  let layout: Promise<LayoutState> | null = null;
  current = {
    facts,
    api,
    events,
    store,
    session,
    access: () => {
      access ??= facts.access ? loadAccessContext(facts.access) : Promise.resolve(null);
      return access;
    },
    drive: () => {
      drive ??= makeDriveContext(userClient, {
        document: scope(),
        userId: facts.userId,
        clock,
        loadShareDialog: linkDialogLoader(userClient),
        loadLinkCopier: linkCopierLoader(userClient),
        askMarks: marksAsker(userClient),
        findLinks: linkFinder(userClient),
        loadFeedbackDialog: feedbackDialogLoader(userClient, facts.userId),
      });
      return drive;
    },
    layout: () => {
      layout ??= import('./shell/layout.state.ts').then(({ makeLayoutState }) => makeLayoutState(document));
      return layout;
    },
  };
  followSession(events, {
    userId: facts.userId,
    reload: () => location.reload(),
    endDrive: () => {
      hasLeft = true;
      drive?.end();
    },
  });
  provideDrive(current.drive);
  session.start();
  // The page belongs to the user of before. Pages without islands do the same with the script of their forms.
  // The same user signs in again: the page stays.
  if (facts.userId !== '')
    subscribeSession((event) => {
      if (event.kind === 'signed-out' || event.sub !== facts.userId) void leavePage(event.kind);
    }, 'others');
  return current;
}

async function leavePage(kind: 'signed-in' | 'signed-out'): Promise<void> {
  try {
    const part = kind === 'signed-out' ? await import('./browser-storage/personal.ts') : null;
    part?.forgetTab(part.storesOf(window));
  } finally {
    location.reload();
  }
}

/** @throws Error outside a document that entry.ts has started */
export function scope(): Scope {
  if (!current) throw new Error('no context');
  return current;
}
