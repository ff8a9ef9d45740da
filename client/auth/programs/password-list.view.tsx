/** App passwords of the person, each with its rights, its last use and its end. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { ShownPassword } from './programs-parts.view.tsx';

export function PasswordList({ passwords }: { passwords: readonly ShownPassword[] }): ReactNode {
  const { t } = useT();
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-lg font-semibold">{t('programs.list.title')}</h2>
      {passwords.length === 0 ? (
        <p className="mt-2 text-muted">{t('programs.list.none')}</p>
      ) : (
        <ul className="mt-3 -mb-3 divide-y divide-line border-t border-line">
          {passwords.map((password) => (
            <li key={password.id} className="py-4">
              <PasswordRow password={password} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** The last use in one line: when, by which program, from where. */
export function useLastUse(): (password: ShownPassword) => string {
  const { t } = useT();
  const format = useFormat();
  return ({ usedMs, usedBy, usedFrom }) =>
    usedMs === null
      ? t('programs.list.unused')
      : [t('programs.list.used', { date: format.date(usedMs) }), usedBy, usedFrom]
          .filter((word) => word !== '')
          .join(' · ');
}

function PasswordRow({ password }: { password: ShownPassword }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const lastUse = useLastUse();
  const { id, name, scope, folder, madeMs, endsMs } = password;
  const place =
    folder === ''
      ? t('programs.make.all')
      : folder === null
        ? t('programs.list.folder_gone')
        : t('programs.list.folder', { name: folder });
  const rights = [
    t(scope === 'write' ? 'programs.make.write' : 'programs.make.read'),
    place,
    t('programs.list.made', { date: format.date(madeMs) }),
    ...(endsMs === null ? [] : [t('programs.list.ends', { date: format.date(endsMs) })]),
  ];
  return (
    <>
      <p className="font-semibold break-words">{name}</p>
      <p className="text-sm break-words text-muted">{rights.join(' · ')}</p>
      <p className="text-sm break-words text-muted">{lastUse(password)}</p>
      <details className="mt-1">
        <summary className="link inline-block cursor-pointer py-2 text-sm">
          {t('programs.list.end_named', { name })}
        </summary>
        <form
          method="post"
          action={href('account.programs')}
          className="mt-1 grid justify-items-start gap-3"
          data-guard
        >
          <input type="hidden" name="step" value="end" />
          <input type="hidden" name="id" value={id} />
          <p className="text-sm">{t('programs.list.end_effect')}</p>
          <Button type="submit" variant="danger">
            {t('programs.list.end')}
          </Button>
        </form>
      </details>
    </>
  );
}
