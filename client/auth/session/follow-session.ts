/** What a document does when the person who is signed in changes: subscribers of the session's events, in one place. */
import type { EventHub } from '#client/api/events.ts';

export interface FollowSessionDeps {
  /** Whose page this is; '' for a visitor's. */
  readonly userId: string;
  readonly reload: () => void;
  /** Shows the files of the drive no more. */
  readonly endDrive: () => void;
  readonly log?: (...words: readonly unknown[]) => void;
}

export function followSession(events: EventHub, deps: FollowSessionDeps): void {
  const { userId, reload, endDrive, log = console.warn } = deps;
  // The page was made for one person; another one gets a page of their own.
  events.on('after-login', (person) => {
    if (userId !== '' && person.userId !== userId) reload();
  });
  events.on('login-failed', ({ error }) => log('login failed', error));
  events.on('logout-success', endDrive);
}
