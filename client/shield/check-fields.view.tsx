/** The fields and attributes of a form that needs a human check first. */
import type { ReactNode } from 'react';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';

/** A form that needs a human check first; the script opens the page behind `url` and fills the token in. */
export interface HumanCheck {
  url: string;
}

/** Above a form whose human check is still to come. */
export function CheckFields({ check }: { check: HumanCheck | null }): ReactNode {
  const { t } = useT();
  if (check === null) return null;
  return (
    <>
      <input type="hidden" name="captcha_token" value="" />
      <Notice className="needs-script">{t('auth.check.text')}</Notice>
      <noscript>
        <Notice tone="warn">{t('auth.check.noscript')}</Notice>
      </noscript>
    </>
  );
}

/** Attributes of the form itself. */
export function checkOf(check: HumanCheck | null): { 'data-check-url'?: string } {
  return check === null ? {} : { 'data-check-url': check.url };
}
