/**
 * Parts that every frame shares: skip link, theme button, notes.
 */
import { CloudOff, MoonStar, Sun, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
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

/** Shown without network. @param className  its position */
export function OfflineNote({ className = '' }: { className?: string }): ReactNode {
  const { t } = useT();
  return (
    <p className={classes('toast pointer-events-none flex-nowrap py-3 pe-4', className)} data-offline hidden>
      <CloudOff size={20} className="flex-none" aria-hidden="true" />
      {t('ui.offline.note')}
    </p>
  );
}

/**
 * Notes that scripts show: no network; a newer version; a part of the page is missing because a new build replaced it.
 * @param isDrive  at the top, because uploads and toasts use the foot; the drive has a line of its own for the network
 */
export function PageNotes({ isDrive = false }: { isDrive?: boolean }): ReactNode {
  const { t } = useT();
  return (
    <div className={classes('toasts', isDrive && 'top-20 bottom-auto')} role="status">
      {isDrive ? null : <OfflineNote />}
      <BuildNote />
      <div className="toast" data-note="stuck" hidden>
        <p className="min-w-40 flex-1 py-2">{t('ui.stuck.text')}</p>
        <ReloadLink />
      </div>
    </div>
  );
}

function BuildNote(): ReactNode {
  const { t } = useT();
  return (
    <div className="toast" data-note="build" hidden>
      <p className="min-w-40 flex-1 py-2">{t('ui.build.text')}</p>
      <ReloadLink />
      <IconButton label={t('ui.close')} icon={<X size={18} aria-hidden="true" />} className="-ms-2" data-note-close />
    </div>
  );
}

/** Reloads the page; the browser asks first when an upload would be lost. */
function ReloadLink(): ReactNode {
  const { t } = useT();
  return (
    <Button variant="plain" size="sm" href="" className="min-h-11 flex-none">
      {t('ui.reload')}
    </Button>
  );
}
