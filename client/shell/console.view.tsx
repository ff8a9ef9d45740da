/** The frame of the debug console: its container, a close button, and with the debug flag a button to block it. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';

/** 92 by 32 px (spec section 9). */
const SIZE = 'h-8 w-23 flex-none rounded-sm bg-ink text-sm text-paper';

export function ConsoleView(): ReactNode {
  const { t } = useT();
  return (
    <main id="main" className="h-dvh">
      <h1 className="sr-only">{t('ops.console.title')}</h1>
      <div data-console className="h-full" />
      <div className="fixed end-2 bottom-2 z-(--layer-overlay) flex gap-2">
        <button type="button" className={SIZE} data-console-block hidden>
          {t('ops.console.block')}
        </button>
        <button type="button" className={SIZE} data-console-close>
          {t('ui.close')}
        </button>
      </div>
    </main>
  );
}
