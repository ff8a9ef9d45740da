/** Acts of operators, as the log names them. */

/** Acts outside documents; the note names their object. */
const OTHER_ACTS = [
  'operator_added',
  'operator_removed',
  'person_blocked',
  'person_unblocked',
  'person_signed_out',
  'person_reset',
  'person_reset_link',
  'person_factor_removed',
  'person_second_asked',
  'person_second_refused',
  'person_name_reset',
  'person_invited',
  'people_invited',
  'invite_links_read',
  'person_link_withdrawn',
  'person_deleted',
  'person_kept',
  'person_storage_set',
  'person_grouped',
  'people_listed',
  'all_copied',
  'backup_made',
  'job_retried',
  'job_cancelled',
  'job_dismissed',
  'setup_done',
  'setup_closed',
  'letter_retried',
  'letter_dropped',
  'letter_tested',
  'mail_bounced',
  'mail_complained',
  'mail_resumed',
  'message_done',
  'message_opened',
  'links_judged',
  'case_decided',
  'evidence_opened',
  'order_refunded',
  'payment_problem_closed',
  'coupon_made',
  'coupon_ended',
  'member_granted',
  'member_reversed',
  'codes_made',
  'codes_revoked',
  'invitation_released',
  'invitation_refused',
] as const;
export type OtherAct = (typeof OTHER_ACTS)[number];

export const ACT_KINDS = ['draft', 'discard', 'refused', 'publish', 'rollback', ...OTHER_ACTS] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/** Subjects of acts outside documents. */
export const OTHER_SUBJECTS = [
  'people',
  'messages',
  'links',
  'payments',
  'members',
  'jobs',
  'letters',
  'backups',
  'setup',
] as const;
export type OtherSubject = (typeof OTHER_SUBJECTS)[number];
