/** Whether search finds files by the words inside them. */
import { SearchCheck, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import { AccountForm, type AccountPageProps, FormTrouble, Section } from './account-parts.view.tsx';

/** Nothing where the installation does not search inside files. */
export function InsideSection({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  if (page.wordsInside === null) return null;
  const isOn = page.wordsInside;
  const Icon = isOn ? SearchCheck : SearchX;
  return (
    <Section id="inside" title={t('auth.account.inside.title')}>
      <p className="flex gap-2 text-muted">
        <Icon size={20} className={`mt-0.5 flex-none ${isOn ? 'text-ok' : 'text-muted'}`} aria-hidden="true" />
        {t(isOn ? 'auth.account.inside.on' : 'auth.account.inside.off')}
      </p>
      <AccountForm
        page={page}
        step="inside"
        submit={t(isOn ? 'auth.account.inside.turn_off' : 'auth.account.inside.turn_on')}
        variant={isOn ? 'quiet' : 'primary'}
        submitLabel={`${t(isOn ? 'auth.account.inside.turn_off' : 'auth.account.inside.turn_on')}: ${t('auth.account.inside.title')}`}
      >
        <FormTrouble page={page} step="inside" fields={[]} />
        <input type="hidden" name="inside" value={isOn ? 'off' : 'on'} />
      </AccountForm>
    </Section>
  );
}
