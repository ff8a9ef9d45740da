/** The data of an account for its person: the session must be active. */
import type { FavoriteLink } from '#shared/auth/favorite-link.ts';
import type { Result } from '#shared/errors.ts';
import { type AppPasswordRow, loadAppPasswords } from '../app-password/store.ts';
import { type AccountCore, askAs, type SessionCaller } from '../core/account-core.ts';
import { type PersonData, personOf } from '../core/account-person.ts';
import { activeSessions, type ExportedSession } from '../core/session.store.ts';
import { loadFavorites } from '../favorites/store.ts';
import { allConsents, type ConsentRow } from '../oauth/store.ts';
import { loadPreferences, type PreferenceRow } from '../person/preferences.store.ts';
import { loadLinks, type ProviderLinkRow } from '../provider/links.store.ts';

/** The person's own data, without any secret. Times are epoch ms. */
export interface AccountExport {
  readonly person: PersonData;
  readonly sessions: readonly ExportedSession[];
  readonly consents: readonly ConsentRow[];
  readonly preferences: readonly PreferenceRow[];
  readonly favorites: readonly FavoriteLink[];
  readonly providers: readonly Omit<ProviderLinkRow, 'digest'>[];
  readonly appPasswords: readonly Omit<AppPasswordRow, 'hash' | 'epoch'>[];
}

/** All data of the person, for the person: the session must be active. */
export function exportAccount(core: AccountCore, caller: SessionCaller): Result<AccountExport> {
  return askAs(core, caller, (account) => ({
    person: personOf(account),
    sessions: activeSessions(core.sql),
    consents: allConsents(core.sql),
    preferences: loadPreferences(core.sql),
    favorites: loadFavorites(core.sql),
    providers: loadLinks(core.sql).map(({ digest: _, ...link }) => link),
    appPasswords: loadAppPasswords(core.sql).map(({ hash: _, epoch: __, ...password }) => password),
  }));
}
