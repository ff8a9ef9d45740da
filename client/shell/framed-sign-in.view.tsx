/** Replaces a framed drive without a session: browsers withhold our cookie in frames of other sites. */
import { AppWindow } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { actionHref } from '#shared/navigation/actions.ts';

export interface FramedSignInViewProps {
  /** The requested page of the drive. */
  here: string;
  /** The parent page gets the pressed action and can start the sign-in. */
  notifiesParent: boolean;
}

export function FramedSignInView({ here, notifiesParent }: FramedSignInViewProps): ReactNode {
  const { t } = useT();
  return (
    <main className="flex min-h-dvh flex-col">
      <EmptyState
        level="h1"
        className="mt-[10svh] mb-auto"
        icon={<AppWindow size={28} aria-hidden="true" />}
        title={t('drive.frame.title')}
        text={t('drive.frame.text')}
        action={
          <>
            <Button variant="primary" href={here} target="_blank" rel="noopener">
              {t('drive.frame.open')}
            </Button>
            {notifiesParent ? <Button href={actionHref('login_to_drive')}>{t('ui.shell.sign_in')}</Button> : null}
          </>
        }
      />
    </main>
  );
}
