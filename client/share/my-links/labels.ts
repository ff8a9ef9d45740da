/** Texts of states of links: every key is spelled, so that pages carry what they use. */
import type { ShareStatus } from '#shared/share/model.ts';

export const STATUS_LABELS = {
  OK: 'share.my_links.state.OK',
  PASS_CODE_EMPTY: 'share.my_links.state.PASS_CODE_EMPTY',
  PASS_CODE_ERROR: 'share.my_links.state.PASS_CODE_ERROR',
  MAX_RESTORE_COUNT: 'share.my_links.state.MAX_RESTORE_COUNT',
  EXPIRED: 'share.my_links.state.EXPIRED',
  DELETED: 'share.my_links.state.DELETED',
  SENSITIVE_RESOURCE: 'share.my_links.state.SENSITIVE_RESOURCE',
  SENSITIVE_WORD: 'share.my_links.state.SENSITIVE_WORD',
  AUDITING: 'share.my_links.state.AUDITING',
  NOT_FOUND: 'share.my_links.state.NOT_FOUND',
  PROHIBITED: 'share.my_links.state.PROHIBITED',
} as const satisfies Record<ShareStatus, string>;

/** Cause and next step. */
export const CAUSES = {
  OK: 'share.my_links.cause.OK',
  PASS_CODE_EMPTY: 'share.my_links.cause.PASS_CODE_EMPTY',
  PASS_CODE_ERROR: 'share.my_links.cause.PASS_CODE_ERROR',
  MAX_RESTORE_COUNT: 'share.my_links.cause.MAX_RESTORE_COUNT',
  EXPIRED: 'share.my_links.cause.EXPIRED',
  DELETED: 'share.my_links.cause.DELETED',
  SENSITIVE_RESOURCE: 'share.my_links.cause.SENSITIVE_RESOURCE',
  SENSITIVE_WORD: 'share.my_links.cause.SENSITIVE_WORD',
  AUDITING: 'share.my_links.cause.AUDITING',
  NOT_FOUND: 'share.my_links.cause.NOT_FOUND',
  PROHIBITED: 'share.my_links.cause.PROHIBITED',
} as const satisfies Record<ShareStatus, string>;
