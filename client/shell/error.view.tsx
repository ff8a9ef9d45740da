/** The error page: the catalogue's message, the request id for the support, and another try. */
import { CloudAlert, LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { ErrorState } from '#client/ui/states.tsx';
import { href } from '#shared/routes.ts';
import { SupportMail } from './support-mail.view.tsx';

export interface ErrorViewProps {
  /** The sentence of the error catalogue, in the page's language. */
  message: string;
  /** Shown so that it can be quoted; the log has the same. */
  requestId?: string;
  /** Address of another try; absent when that does not help. */
  retryHref?: string;
  homeHref: string;
  /** The page has the drive's frame: the way on is the drive. */
  isInDrive?: boolean;
  /** The user has no permission: another icon and heading. */
  forbidden?: boolean;
}

export function ErrorView({
  message,
  requestId,
  retryHref,
  homeHref,
  isInDrive = false,
  forbidden,
}: ErrorViewProps): ReactNode {
  const { t } = useT();
  return (
    <div className="mt-[10svh] mb-auto">
      <ErrorState
        level="h1"
        icon={forbidden ? <LockKeyhole size={28} aria-hidden="true" /> : <CloudAlert size={28} aria-hidden="true" />}
        title={t(forbidden ? 'ui.no_permission.title' : 'ui.error.title')}
        text={
          <>
            <p>{message}</p>
            {requestId ? (
              <p className="mt-3 text-xs">
                {t('ui.error.request')} <code className="font-mono">{requestId}</code>
              </p>
            ) : null}
            <SupportMail className="mt-3 text-sm" />
          </>
        }
        action={
          <>
            {retryHref ? (
              <Button variant="primary" href={retryHref}>
                {t('ui.retry')}
              </Button>
            ) : null}
            <Button variant={retryHref ? 'quiet' : 'primary'} href={isInDrive ? href('drive.all') : homeHref}>
              {t(isInDrive ? 'ui.shell.open_drive' : 'ui.shell.home')}
            </Button>
          </>
        }
      />
    </div>
  );
}
