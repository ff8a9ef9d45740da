/** "Sign in with ...": one form for each sign-in provider of this installation. */
import { LogIn } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import { CarriedFields, type Carry } from '../sign-in/carry.view.tsx';
import type { ShownProvider } from './shown-links.ts';

export function ProviderButtons({
  providers,
  carry,
}: {
  providers: readonly ShownProvider[];
  carry: Carry;
}): ReactNode {
  const { t } = useT();
  return providers.map(({ id, name }) => (
    <form key={id} method="post" action={href('auth.provider', { provider: id })} className="mt-2" data-guard>
      <CarriedFields carry={carry} />
      <Button type="submit" size="lg" wide icon={<LogIn size={20} aria-hidden="true" />}>
        {t('auth.provider.sign_in', { provider: name })}
      </Button>
    </form>
  ));
}
