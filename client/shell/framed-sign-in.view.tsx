/** In place of the drive inside a frame where nobody is known to be signed in: browsers keep our cookie from pages of others. */
import { AppWindow } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { actionHref } from '#shared/navigation/actions.ts';

export interface FramedSignInViewProps {
  /** The page of the drive that was asked for. */
  here: string;
  /** The page around is told what is pressed, so it can let somebody in. */
  isToldOn: boolean;
}

export function FramedSignInView({ here, isToldOn }: FramedSignInViewProps): ReactNode {
  const { t } = useT();
  return (
    <main className="flex min-h-dvh flex-col">
      <EmptyState
        level="h1"
        className="my-auto"
        icon={<AppWindow size={28} aria-hidden="true" />}
        title={t('drive.frame.title')}
        text={t('drive.frame.text')}
        action={
          <>
            <Button variant="primary" href={here} target="_blank" rel="noopener">
              {t('drive.frame.open')}
            </Button>
            {isToldOn ? <Button href={actionHref('login_to_drive')}>{t('ui.shell.sign_in')}</Button> : null}
          </>
        }
      />
    </main>
  );
}
