/** The page of a share whose list could not be read. */
import type { ReactNode } from 'react';
import { ErrorView } from '#client/shell/error.view.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { messageOf } from '#shared/error-message.ts';
import type { AppError } from '#shared/errors.ts';

export function ShareFailure({
  error,
  requestId,
  here,
  home,
}: {
  error: AppError;
  requestId: string;
  here: string;
  home: string;
}): ReactNode {
  const { text } = useT();
  return <ErrorView message={messageOf(error, text)} requestId={requestId} retryHref={here} homeHref={home} />;
}
