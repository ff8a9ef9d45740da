/** Asks a person once under which name the links are shown. A form: the answer is stored, and the question does not come back. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { Sender } from '#shared/share/contract.ts';

export function SenderQuestion({ sender, here }: { sender: Sender; here: string }): ReactNode {
  const { t } = useT();
  const { nickname, suggested } = sender;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <p className="min-w-0 wrap-anywhere">{t('auth.account.sender.masked', { name: nickname })}</p>
      <div className="flex max-w-full flex-wrap items-center gap-1">
        {suggested === '' ? null : (
          <Answer here={here} nickname={suggested}>
            {t('drive.sender.use', { name: suggested })}
          </Answer>
        )}
        <Button href={`${href('account.settings')}#profile`} variant="plain" size="sm">
          {t('drive.sender.change')}
        </Button>
        <Answer here={here} nickname="">
          {t('drive.sender.stay')}
        </Answer>
      </div>
    </div>
  );
}

function Answer({ here, nickname, children }: { here: string; nickname: string; children: ReactNode }): ReactNode {
  return (
    <form method="post" action={here} data-guard>
      <input type="hidden" name="nickname" value={nickname} />
      <Button type="submit" variant={nickname === '' ? 'plain' : 'quiet'} size="sm" name="step" value="sender">
        {children}
      </Button>
    </form>
  );
}
