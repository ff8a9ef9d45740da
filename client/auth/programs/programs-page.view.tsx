/** The page that connects programs: app passwords of the person, a form for another one, and what to enter in each program. */
import type { ReactNode } from 'react';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { SubpageHead } from '#client/ui/subpage-head.tsx';
import { href } from '#shared/routes.ts';
import { ConnectCards } from './connect-cards.view.tsx';
import { LockList } from './lock-list.view.tsx';
import { MadePassword } from './made-password.view.tsx';
import { MakePassword } from './make-password.view.tsx';
import { PasswordList } from './password-list.view.tsx';
import { PickFolder } from './pick-folder.view.tsx';
import type { ProgramsPageProps } from './programs-parts.view.tsx';

export function ProgramsPageView({ page }: { page: ProgramsPageProps }): ReactNode {
  const { t } = useT();
  const { made, pick, done, error, typed } = page;
  return (
    <div className="drive-page gap-5">
      <SubpageHead
        backHref={href('account.settings')}
        back={t('auth.account.title')}
        title={t('programs.account.title')}
      >
        <p className="mt-2 text-muted">{t('programs.account.lead')}</p>
      </SubpageHead>
      {done ? <Notice tone="ok">{done}</Notice> : null}
      {error?.field === '' ? <Notice tone="danger">{error.text}</Notice> : null}
      {pick ? (
        <Card className="p-5 sm:p-7">
          <h2 className="text-lg font-semibold">{t('programs.pick.title')}</h2>
          <PickFolder
            pick={pick}
            chosen={typed.folder.id}
            action={href('account.programs')}
            fields={{ name: typed.name, scope: typed.scope, ends_in_days: typed.endsInDays }}
          />
        </Card>
      ) : (
        <>
          {made ? <MadePassword page={page} made={made} /> : <MakePassword page={page} />}
          {made ? <ConnectCards page={page} /> : null}
          <PasswordList passwords={page.passwords} />
          <LockList locks={page.locks} />
          {made ? null : <ConnectCards page={page} />}
        </>
      )}
    </div>
  );
}
