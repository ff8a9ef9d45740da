/** Return page of a passed check. The page around the frame reads the token from its address and closes it at once. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';

export function LoadingView(): ReactNode {
  const { t } = useT();
  return (
    <main className="human-check-page">
      <span className="spin mb-4" aria-hidden="true" />
      <h1 className="text-xl">{t('shield.loading.title')}</h1>
      <p className="mt-2 text-sm text-muted">{t('shield.loading.text')}</p>
    </main>
  );
}
