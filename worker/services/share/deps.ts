/** Dependencies of share, and the parts its operations work with. compose.ts makes them. */
import type { ShareId, UserId } from '#shared/ids.ts';
import type { LimitsConfig } from '#worker/env-limits.ts';
import type { DataCentreCache } from '#worker/platform/cache/data-centre-cache.ts';
import type { Clock } from '#worker/platform/clock.ts';
import type { Keyring } from '#worker/platform/crypto.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { ConfigService } from '#worker/services/config/index.ts';
import type { DriveService } from '#worker/services/drive/service.ts';
import { makeHourlyCounter, makeTally, type Tally, type TallyDeps } from '#worker/services/drive/service.ts';
import type { MailService } from '#worker/services/mail/index.ts';
import type { ShieldService } from '#worker/services/shield/index.ts';
import { DAY_COUNT_TTL_MS, LINKS_KIND, SAVES_KIND, VIEW_WINDOW_MS, VIEWS_FOLD_MS, VIEWS_KIND } from './keys.ts';
import { makePageMemory, type PageMemory } from './memory/page-memory.ts';
import { makePeople, type People } from './memory/people.ts';
import { makeSnapshots, type Snapshots } from './memory/snapshots.ts';
import { makeTexts, type Texts } from './memory/texts.ts';
import type { ShareBookObject } from './registry/share-book.object.ts';
import type { ShareObject } from './state/share.object.ts';

export interface ShareDeps {
  readonly shares: DurableObjectNamespace<ShareObject>;
  readonly shareRegistries: DurableObjectNamespace<ShareBookObject>;
  readonly tallies: TallyDeps['tallies'];
  readonly drive: Pick<
    DriveService,
    | 'describeForShare'
    | 'detail'
    | 'nodesOfShare'
    | 'heldContents'
    | 'foldersAlong'
    | 'watch'
    | 'unwatch'
    | 'blockContents'
    | 'linksOver'
    | 'sharingOf'
    | 'listShared'
    | 'sharedFile'
    | 'sharedPictures'
    | 'sharedText'
    | 'restore'
    | 'restoreOf'
    | 'planSave'
    | 'undoSave'
    | 'shareContentLinks'
    | 'zipShared'
    | 'listSharedArchive'
    | 'linkSharedEntry'
    | 'linkTransfer'
    | 'shareImageLinks'
    | 'coverLinks'
  >;
  readonly auth: Pick<AuthService, 'publicPerson' | 'proposedName' | 'requirePublicName'>;
  /** Letters with links. */
  readonly mail: Pick<MailService, 'ready' | 'prepare'>;
  /** The operators' log. */
  readonly documents: Pick<ConfigService, 'recordAct'>;
  readonly shield: Pick<ShieldService, 'spendCaptcha' | 'reportFailure' | 'countOpenCall'>;
  readonly keyring: Keyring;
  readonly clock: Clock;
  /** null on one machine. */
  readonly dataCentre: DataCentreCache | null;
  /** Work that goes on after the answer. */
  readonly afterAnswer: (work: Promise<unknown>) => void;
  /** Origin of share pages. */
  readonly appOrigin: string;
  /** Origin of direct links. */
  readonly contentOrigin: string;
  readonly limits: Pick<
    LimitsConfig,
    'passCodeAttempts' | 'passCodeWindowSeconds' | 'pageRows' | 'contentLinkTtlSeconds'
  >;
}

export interface ShareParts extends ShareDeps {
  readonly people: People;
  readonly texts: Texts;
  readonly pageMemory: PageMemory;
  readonly snapshots: Snapshots;
  readonly views: Tally;
  /** Counts a save of files of a link. */
  readonly countSave: () => void;
  /** Counts a link that was made. */
  readonly countLink: () => void;
}

export function makeShareParts(deps: ShareDeps): ShareParts {
  return {
    ...deps,
    people: makePeople(deps.auth, async (userId) => (await registryOf(deps, userId).publicName()).nickname),
    texts: makeTexts(),
    pageMemory: makePageMemory(),
    snapshots: makeSnapshots(deps),
    views: makeTally(deps, {
      kind: VIEWS_KIND,
      windowMs: VIEW_WINDOW_MS,
      foldMs: VIEWS_FOLD_MS,
      keepMs: DAY_COUNT_TTL_MS,
      hourly: true,
      people: true,
    }),
    countSave: makeHourlyCounter(deps, SAVES_KIND),
    countLink: makeHourlyCounter(deps, LINKS_KIND),
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
