/** Calls on the user's own links, typed by the share contract. Writes no state. */
import { type ApiClient, newIdempotencyKey } from '#client/api/client.ts';
import { type OwnLinkView, type Sender, shareContract } from '#shared/share/contract.ts';
import { type DirectLink, directContract } from '#shared/share/direct.contract.ts';
import { ownLinkContract, type ShareMark } from '#shared/share/own-link.contract.ts';
import type { TermsBody } from '#shared/share/terms-body.ts';

export interface LinkRequest {
  readonly fileIds: readonly string[];
  /** `none`: no passcode. `made`: the server makes one. `own`: the user's own. */
  readonly code: { readonly kind: 'none' | 'made' } | { readonly kind: 'own'; readonly text: string };
  /** End, limit of saves, title, message, view only. */
  readonly terms: TermsBody;
  /**
   * The caller shows under which name the link is sent, before the press or with what it answers: settles the proposed name for a
   * person who has decided nothing.
   */
  readonly settleName?: boolean;
}

export interface MadeLink {
  readonly shareId: string;
  readonly url: string;
  readonly passCode: string;
  /** A text to send to recipients, in the user's language. */
  readonly text: string;
  /** As visitors read it now; absent without `settleName`. */
  readonly sender?: Sender;
}

export interface LinkApi {
  /** @param key  a repeat with the same one gives the first link */
  create(request: LinkRequest, key?: string): Promise<MadeLink>;
  /** Links to exactly these files and folders in any state, newest first. */
  linksTo(fileIds: readonly string[]): Promise<readonly OwnLinkView[]>;
  change(shareId: string, terms: TermsBody): Promise<void>;
  /** Turns links off, or on again. */
  turn(shareIds: readonly string[], act: 'close' | 'reopen'): Promise<void>;
  remove(shareId: string): Promise<void>;
  /** The direct link of a file, made if there is none. */
  direct(fileId: string, hours: number): Promise<DirectLink>;
  /** How a file or folder is shared beside its own links; null where it is not shared at all. */
  markOf(fileId: string): Promise<ShareMark | null>;
  /** The sender name that recipients see. */
  sender(): Promise<Sender>;
  /** @param nickname  '' stays masked */
  setSender(nickname: string): Promise<Sender>;
  /** Sends a link to one mail address. */
  mail(shareId: string, email: string): Promise<void>;
}

/** Most links of one answer; the list of shares shows the others. */
const LISTED = 100;

export function makeLinkApi(api: ApiClient): LinkApi {
  return {
    async create({ fileIds, code, terms, settleName = false }, key = newIdempotencyKey()) {
      const answer = await api.call(shareContract.create, {
        body: {
          file_ids: [...fileIds],
          share_to: code.kind === 'none' ? 'publiclink' : 'encryptedlink',
          pass_code_option: code.kind === 'none' ? 'NOT_REQUIRED' : 'REQUIRED',
          custom_pass_code: code.kind === 'own' ? code.text : '',
          settle_name: settleName,
          ...terms,
        },
        idempotencyKey: key,
      });
      return {
        shareId: answer.share_id,
        url: answer.share_url,
        passCode: answer.pass_code,
        text: answer.share_text,
        ...(answer.sender ? { sender: answer.sender } : {}),
      };
    },
    async linksTo(fileIds) {
      const { data } = await api.call(shareContract.own, { query: { limit: LISTED, file_ids: [...fileIds] } });
      return data;
    },
    change: async (shareId, terms) => {
      await api.call(shareContract.change, { body: { share_id: shareId, ...terms } });
    },
    turn: async (shareIds, act) => {
      await api.call(shareContract.changeMany, { body: { ids: [...shareIds], act } });
    },
    remove: async (shareId) => {
      await api.call(shareContract.remove, { body: { ids: [shareId] } });
    },
    direct: (fileId, hours) => api.call(directContract.makeDirect, { body: { file_id: fileId, hours } }),
    async markOf(fileId) {
      const { marks } = await api.call(ownLinkContract.marks, { body: { file_ids: [fileId] } });
      return marks[0] ?? null;
    },
    sender: () => api.call(shareContract.sender, {}),
    setSender: (nickname) => api.call(shareContract.setSender, { body: { nickname } }),
    mail: async (shareId, email) => {
      await api.call(shareContract.mailLink, { body: { share_id: shareId, email } });
    },
  };
}
