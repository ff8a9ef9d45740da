/** Dependencies of share, and the parts its operations work with. compose.ts makes them. */
import type { ShareId, UserId } from '#shared/ids.ts';
import type { LimitsConfig } from '#worker/env.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { DriveService } from '#worker/services/drive/service.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import { makePeople, type People } from './link/people.ts';
import type { ShareObject } from './share.object.ts';
import type { ShareBookObject } from './share-book.object.ts';
import { makeSignedPages, type SignedPages } from './visit/signed-pages.ts';
import { makeTexts, type Texts } from './visit/texts.ts';

export interface ShareDeps {
  readonly shares: DurableObjectNamespace<ShareObject>;
  readonly shareRegistries: DurableObjectNamespace<ShareBookObject>;
  readonly drive: Pick<
    DriveService,
    | 'describeForShare'
    | 'watch'
    | 'unwatch'
    | 'blockContents'
    | 'linksOver'
    | 'listShared'
    | 'sharedFile'
    | 'restore'
    | 'restoreOf'
    | 'contentLink'
    | 'zipShared'
    | 'listSharedArchive'
    | 'linkSharedEntry'
    | 'shareImageLinks'
    | 'coverLinks'
  >;
  readonly auth: Pick<AuthService, 'publicPerson' | 'profile'>;
  /** The operators' log. */
  readonly documents: Pick<ConfigService, 'note'>;
  readonly shield: Pick<ShieldService, 'spendCaptcha' | 'reportFailure' | 'countOpenCall'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Origin of share pages. */
  readonly appOrigin: string;
  readonly limits: Pick<
    LimitsConfig,
    'passCodeAttempts' | 'passCodeWindowSeconds' | 'pageRows' | 'contentLinkTtlSeconds'
  >;
}

export interface ShareParts extends ShareDeps {
  readonly people: People;
  readonly texts: Texts;
  readonly signedPages: SignedPages;
}

export function makeShareParts(deps: ShareDeps): ShareParts {
  return {
    ...deps,
    people: makePeople(deps.auth, async (userId) => registryOf(deps, userId).sender()),
    texts: makeTexts(),
    signedPages: makeSignedPages(),
  };
}

export function shareOf(deps: Pick<ShareDeps, 'shares'>, shareId: ShareId | string): DurableObjectStub<ShareObject> {
  return deps.shares.getByName(shareId);
}

/** The list of links of a person. */
export function registryOf(
  deps: Pick<ShareDeps, 'shareRegistries'>,
  userId: UserId | string,
): DurableObjectStub<ShareBookObject> {
  return deps.shareRegistries.getByName(userId);
}
