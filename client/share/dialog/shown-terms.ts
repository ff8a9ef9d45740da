/** Terms of a link as the settings show them, of a link or of one that is still to be made. Pure. */
import type { OwnLinkView } from '#shared/share/contract.ts';
import type { TermsBody } from '#shared/share/terms-body.ts';
import { DAY_MS, parseWireTime } from '#shared/units.ts';

export interface ShownTerms {
  readonly isLocked: boolean;
  /** '' while there is none, and before it is made. */
  readonly passCode: string;
  /** Epoch ms; null for never. */
  readonly endsMs: number | null;
  readonly isViewOnly: boolean;
  /** '' for any number. */
  readonly saves: string;
  /** '' for the name of the first file. */
  readonly title: string;
  readonly note: string;
}

export function termsOfLink(link: OwnLinkView): ShownTerms {
  return {
    isLocked: link.pass_code !== '',
    passCode: link.pass_code,
    endsMs: parseWireTime(link.expiration_at),
    isViewOnly: link.view_only,
    saves: link.restore_limit === '-1' ? '' : link.restore_limit,
    title: link.title === link.file_name ? '' : link.title,
    note: link.note,
  };
}

export function termsOfDraft(draft: TermsBody, nowMs: number): ShownTerms {
  const { expiration_days: days = -1, expiration_at: at } = draft;
  return {
    isLocked: draft.pass_code_option === 'REQUIRED',
    passCode: draft.custom_pass_code ?? '',
    endsMs: at !== undefined && at !== '' ? parseWireTime(at) : days === -1 ? null : nowMs + days * DAY_MS,
    isViewOnly: draft.view_only ?? false,
    saves: draft.restore_limit === undefined || draft.restore_limit === '-1' ? '' : draft.restore_limit,
    title: draft.title ?? '',
    note: draft.note ?? '',
  };
}
