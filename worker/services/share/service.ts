/**
 * Face of share: what pages and the content door may ask. Types only.
 */
import type { SortOrder } from '#shared/drive/model.ts';
import type { NodeId, ShareId, UserId } from '#shared/ids.ts';
import type { Locale } from '#shared/locale/tags.ts';
import type { ShareSummary, ShareView } from '#shared/share/contract.ts';
import type { JudgedStatus, RestoreStatus, ShareStatus } from '#shared/share/model.ts';
import type { CallContext, Caller } from '#worker/platform/request.ts';
import type { ContentSource, Crumb } from '#worker/services/drive/service.ts';

export interface OpenShareQuery {
  readonly shareId: ShareId;
  readonly passCode: string;
  readonly passCodeToken: string;
  readonly parentId: NodeId;
  readonly limit: number;
  readonly pageToken: string;
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
}

export type OpenedShare = ShareView & { readonly path: readonly Crumb[]; readonly found: boolean };

export interface CreateShareInput {
  readonly fileIds: readonly NodeId[];
  readonly passCodeRequired: boolean;
  /** '' lets the room choose one. */
  readonly customPassCode: string;
  /** -1 never, else 1 to 365. */
  readonly expirationDays: number;
  /** -1 any number, else at least 1. */
  readonly restoreLimit: number;
  /** '' means the name of the first item. */
  readonly title: string;
  readonly shareTo: string;
}

/** What is undefined stays as it is. */
export interface ChangeShareInput {
  readonly shareId: ShareId;
  /** `keep`: unless a custom one is given. `none`: no passcode any more. `need`: the one there is, else a new one. */
  readonly passCode: 'keep' | 'none' | 'need';
  readonly customPassCode: string;
  /** -1 never, else 1 to 365 from now. */
  readonly expirationDays?: number;
  /** -1 any number, else at least 1. */
  readonly restoreLimit?: number;
  readonly title?: string;
}

/** The name that visitors of a person's links read. */
export interface Sender {
  readonly nickname: string;
  /** False while it is a masked name. */
  readonly chosen: boolean;
  /** Offered to a person who has chosen none; '' for nothing. */
  readonly suggested: string;
}

export interface CreatedShare {
  readonly shareId: ShareId;
  /** Never holds the passcode. */
  readonly shareUrl: string;
  readonly passCode: string;
}

export interface RestoreInput {
  readonly shareId: ShareId;
  readonly passCodeToken: string;
  /** Empty means everything. */
  readonly fileIds: readonly NodeId[];
  readonly parentId: NodeId | null;
}

export interface RestoreOutcome {
  readonly share_status: ShareStatus;
  readonly share_status_text: string;
  readonly file_id: string;
  readonly restore_status: RestoreStatus;
  readonly restore_task_id: string;
  readonly params: Record<string, string>;
}

/** What is known of a link without asking its owner's drive: enough for a page's status, title and cover. */
export interface ShareCover {
  readonly status: ShareStatus;
  /** '' unless status is OK. */
  readonly title: string;
  readonly ownerNickname: string;
  /** Things at the top besides the one that the title names; 0 unless status is OK. */
  readonly moreNum: number;
  readonly expiresAtMs: number | null;
}

export interface ShareService {
  /** One call to the share's object, none to the owner's drive: a page's head is sent on it. Counts no view. */
  peek(query: { shareId: ShareId; passCodeToken: string }, call: CallContext): Promise<ShareCover>;
  /** @throws invalid_argument, file_not_found, file_in_recycle_bin, share_status_prohibited */
  create(caller: Caller, input: CreateShareInput, call: CallContext): Promise<CreatedShare>;
  list(
    caller: Caller,
    query: { limit: number; pageToken: string; ids: readonly string[] },
    call: CallContext,
  ): Promise<{ data: ShareSummary[]; next_page_token: string }>;
  /** Cancels links; when it returns nobody can open them any more. @throws not_found when one is not the caller's: then none is cancelled */
  remove(caller: Caller, ids: readonly ShareId[]): Promise<void>;
  /** For operators alone; the caller has checked. Is in the operators' log before it takes effect. @returns the links found, and what they are now */
  audit(input: {
    ownerId: UserId;
    fileIds: readonly string[];
    gcids: readonly string[];
    status: JudgedStatus;
    /** For the operators' log. */
    operatorId: UserId;
  }): Promise<readonly { shareId: string; status: ShareStatus }[]>;
  /**
   * Opens a link or a folder inside it. Files carry content links. `path` leads from the top to `parentId`.
   * `found` is false when `parentId` is no live folder of this link: status OK, no files.
   * @throws captcha_required when a passcode is tried past the limit without a captcha token
   */
  open(query: OpenShareQuery, call: CallContext): Promise<OpenedShare>;
  fileInfo(
    query: { shareId: ShareId; fileId: NodeId; passCodeToken: string },
    call: CallContext,
  ): Promise<{ status: ShareStatus; passCodeToken: string; file: ShareView['files'][number] | null }>;
  /** Files of a link with their content links; those that it does not show are left out. */
  batchFileInfo(
    query: { shareId: ShareId; fileIds: readonly NodeId[]; passCodeToken: string },
    call: CallContext,
  ): Promise<{ status: ShareStatus; passCodeToken: string; files: ShareView['files'] }>;
  /** @throws invalid_argument; not_found for a link that is not on the caller's list */
  change(caller: Caller, input: ChangeShareInput, call: CallContext): Promise<ShareSummary>;
  /** @throws unauthenticated */
  sender(caller: Caller, call: CallContext): Promise<Sender>;
  /** Holds for links that are there already. @param nickname  '' for the masked one @throws unauthenticated, invalid_argument */
  setSender(caller: Caller, nickname: string, call: CallContext): Promise<Sender>;
  /** @throws file_restore_own, file_not_found, file_space_not_enough */
  restore(caller: Caller, input: RestoreInput, call: CallContext): Promise<RestoreOutcome>;
  /** Content of links of kind `share`, for the content door. */
  readonly contentSource: ContentSource;
  /** `share_status_text`. */
  statusText(status: ShareStatus, locale: Locale): string;
  /** The sentence an owner pastes to somebody: `share_text`. */
  invitation(link: { url: string; passCode: string }, locale: Locale): string;
  /** Name of the cookie that holds a share's passcode access token. */
  tokenCookieName(shareId: ShareId): string;
}
