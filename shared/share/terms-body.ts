/** Members of a call's body that change the terms of a link, or name those of a new one. Types only. */
export interface TermsBody {
  pass_code_option?: string;
  custom_pass_code?: string;
  expiration_days?: number;
  expiration_at?: string;
  restore_limit?: string;
  title?: string;
  note?: string;
  view_only?: boolean;
  previews_hidden?: boolean;
}
