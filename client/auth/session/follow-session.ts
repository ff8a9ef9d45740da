/** Reactions of a document to session events. */
import type { EventHub } from '#client/api/events.ts';

export interface FollowSessionDeps {
  /** User of the page; '' for a visitor. */
  readonly userId: string;
  readonly reload: () => void;
  /** Hides the files of the drive. */
  readonly endDrive: () => void;
  readonly log?: (...parts: readonly unknown[]) => void;
}

export function followSession(events: EventHub, deps: FollowSessionDeps): void {
  const { userId, reload, endDrive, log = console.warn } = deps;
  // The page belongs to one user; another user gets a new page.
  events.on('after-login', (person) => {
    if (userId !== '' && person.userId !== userId) reload();
  });
  events.on('login-failed', ({ error }) => log('login failed', error));
  events.on('logout-success', endDrive);
}
