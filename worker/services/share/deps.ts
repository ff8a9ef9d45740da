/**
 * What this room is made of; compose.ts hands it in.
 */
import type { ShareId, UserId } from '#shared/ids.ts';
import type { LimitsConfig } from '#worker/env.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { DriveService } from '#worker/services/drive/service.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import type { People } from './link/people.ts';
import type { ShareObject } from './share.object.ts';
import type { CallerData, ShareBookObject } from './share-book.object.ts';
import type { SignedPages } from './visit/signed-pages.ts';
import type { Texts } from './visit/texts.ts';

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
  >;
  readonly auth: Pick<AuthService, 'publicPerson' | 'profile'>;
  /** The operators' log. */
  readonly documents: Pick<ConfigService, 'note'>;
  readonly shield: Pick<ShieldService, 'spendCaptcha' | 'reportFailure'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** Where share pages live. */
  readonly appOrigin: string;
  readonly limits: Pick<
    LimitsConfig,
    'passCodeAttempts' | 'passCodeWindowSeconds' | 'pageRows' | 'contentLinkTtlSeconds'
  >;
}

/** What operations are handed. */
export interface ShareParts extends ShareDeps {
  readonly people: People;
  readonly texts: Texts;
  readonly signedPages: SignedPages;
}

export function shareOf(deps: Pick<ShareDeps, 'shares'>, shareId: ShareId | string): DurableObjectStub<ShareObject> {
  return deps.shares.getByName(shareId);
}

/** The book of a person. */
export function registryOf(
  deps: Pick<ShareDeps, 'shareRegistries'>,
  userId: UserId | string,
): DurableObjectStub<ShareBookObject> {
  return deps.shareRegistries.getByName(userId);
}

export function callerData(caller: Caller): CallerData {
  return { userId: caller.userId, sessionId: caller.sessionId, epoch: caller.epoch };
}
