/**
 * "Sign in with a passkey": a form that client/pages/auth/passkey.ts fills and sends to its own address; a refusal is shown there.
 * Without script it only shows that scripts are needed. Works on any page that loads the page script:
 * `<PasskeyButton next={next} />`.
 */
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { PasskeyTroubles } from './passkey-errors.tsx';

export interface PasskeyButtonProps {
  /** Path to go to at the end, already checked by the server. */
  next: string;
  /** More hidden fields that come back, such as `scene` and `frame`. */
  keep?: Readonly<Record<string, string>>;
}

export function PasskeyButton({ next, keep = {} }: PasskeyButtonProps): ReactNode {
  const { t } = useT();
  return (
    <form method="post" action={href('auth.passkey')} data-passkey="sign-in">
      <input type="hidden" name="next" value={next} />
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="challenge_token" value="" />
      <input type="hidden" name="credential" value="" />
      <Button type="submit" size="lg" wide className="needs-script" icon={<KeyRound size={20} aria-hidden="true" />}>
        {t('auth.factor.passkey.sign_in')}
      </Button>
      <PasskeyTroubles />
    </form>
  );
}
