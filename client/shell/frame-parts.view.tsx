/**
 * Parts that every frame shares: skip link, theme button, offline note.
 */
import { CloudOff, MoonStar, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';

export function SkipLink(): ReactNode {
  const { t } = useT();
  return (
    <a
      href="#main"
      className="btn btn-primary sr-only z-50 focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:px-4 focus:py-2"
    >
      {t('ui.skip_to_content')}
    </a>
  );
}

/** Switches between light and dark; the plain script stores the choice in the cookie `pp_theme`, which the server reads. */
export function ThemeButton({ className }: { className?: string }): ReactNode {
  const { t } = useT();
  return (
    <button
      type="button"
      className={classes('btn btn-icon needs-script', className)}
      aria-label={t('ui.theme.switch')}
      title={t('ui.theme.switch')}
      data-theme-toggle
    >
      <Sun size={20} className="theme-light" aria-hidden="true" />
      <MoonStar size={20} className="theme-dark" aria-hidden="true" />
    </button>
  );
}

/** Shown by the plain script while the browser has no network. */
export function OfflineNote(): ReactNode {
  const { t } = useT();
  return (
    <div className="toasts" role="status">
      <p className="toast py-3 pe-4" data-offline hidden>
        <CloudOff size={20} aria-hidden="true" />
        {t('ui.offline.note')}
      </p>
    </div>
  );
}
