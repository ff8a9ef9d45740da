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
  /** Visitors see images. */
  readonly hasPreviews: boolean;
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
    hasPreviews: !link.previews_hidden,
    saves: link.restore_limit === '-1' ? '' : link.restore_limit,
    title: link.title === link.file_name ? '' : link.title,
    note: link.note,
  };
}

const NO_TERMS: ShownTerms = {
  isLocked: false,
  passCode: '',
  endsMs: null,
  isViewOnly: false,
  hasPreviews: true,
  saves: '',
  title: '',
  note: '',
};

export function termsOfDraft(draft: TermsBody, nowMs: number): ShownTerms {
  return withChange(NO_TERMS, draft, nowMs);
}

/** Terms as they will be after a change that is being saved. */
export function withChange(terms: ShownTerms, change: TermsBody, nowMs: number): ShownTerms {
  const { pass_code_option: option, custom_pass_code: code = '', restore_limit: saves } = change;
  const isLocked = option === undefined ? terms.isLocked : option === 'REQUIRED';
  return {
    isLocked,
    passCode: isLocked ? code || terms.passCode : '',
    endsMs: endAfter(terms, change, nowMs),
    isViewOnly: change.view_only ?? terms.isViewOnly,
    hasPreviews: change.previews_hidden === undefined ? terms.hasPreviews : !change.previews_hidden,
    saves: saves === undefined ? terms.saves : saves === '-1' ? '' : saves,
    title: change.title ?? terms.title,
    note: change.note ?? terms.note,
  };
}

function endAfter(
  { endsMs }: ShownTerms,
  { expiration_days: days, expiration_at: at = '' }: TermsBody,
  nowMs: number,
): number | null {
  if (at !== '') return parseWireTime(at);
  if (days === undefined) return endsMs;
  return days === -1 ? null : nowMs + days * DAY_MS;
}
