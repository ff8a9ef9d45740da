/** Files and folders that programs keep locked, each with the button that releases it. Absent while there are none. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { ShownProgramLock } from './programs-parts.view.tsx';

export function LockList({ locks }: { locks: readonly ShownProgramLock[] }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  if (locks.length === 0) return null;
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-lg font-semibold">{t('programs.locks.title')}</h2>
      <p className="mt-2 text-muted">{t('programs.locks.lead')}</p>
      <ul className="mt-3 -mb-3 divide-y divide-line border-t border-line">
        {locks.map(({ id, name, program, endsMs }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
            <div className="min-w-0">
              <p className="font-semibold break-words">{name}</p>
              <p className="text-sm break-words text-muted">
                {t('programs.locks.by', { program, time: format.dateAndTime(endsMs) })}
              </p>
            </div>
            <form method="post" action={href('account.programs')} data-guard>
              <input type="hidden" name="step" value="release" />
              <input type="hidden" name="id" value={id} />
              <Button type="submit" size="sm" aria-label={t('programs.locks.release_named', { name })}>
                {t('programs.locks.release')}
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </Card>
  );
}
