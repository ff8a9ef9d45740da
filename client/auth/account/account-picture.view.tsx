/** The picture of the account: what it is now, a field for another one, and taking it away. */
import { CircleAlert, ImageUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { PICTURE_TYPES } from '#shared/auth/picture.ts';
import { href } from '#shared/routes.ts';
import { AccountForm, type AccountPageProps, troubleOf } from './account-parts.view.tsx';

export function PictureForms({ page }: { page: AccountPageProps }): ReactNode {
  const { t } = useT();
  const initial = Array.from(page.name.trim())[0]?.toLocaleUpperCase() ?? '?';
  return (
    <div className="grid gap-4 border-t border-line pt-4 sm:grid-cols-[5rem_minmax(0,1fr)]">
      {page.picture ? (
        <img src={page.picture} alt="" width={80} height={80} className="h-20 w-20 rounded-full object-cover" />
      ) : (
        <span
          className="grid h-20 w-20 place-items-center rounded-full bg-accent-soft text-2xl font-bold text-accent"
          aria-hidden="true"
        >
          {initial}
        </span>
      )}
      <div className="grid gap-3">
        <PictureField trouble={troubleOf(page, 'picture')} />
        {page.picture ? (
          <AccountForm page={page} step="picture-remove" submit={t('auth.account.picture.remove')} variant="plain" />
        ) : null}
      </div>
    </div>
  );
}

/** The browser's own file control speaks the browser's language: it is hidden behind its label, not taken away. */
function PictureField({ trouble }: { trouble: string | null }): ReactNode {
  const { t } = useT();
  const id = useId();
  return (
    <form
      method="post"
      action={href('account.picture')}
      encType="multipart/form-data"
      className="relative grid justify-items-start gap-2"
      data-guard
      data-picture
    >
      <input
        id={id}
        type="file"
        name="picture"
        accept={PICTURE_TYPES.join()}
        className="peer sr-only"
        aria-invalid={trouble ? true : undefined}
        aria-describedby={classes(`${id}-hint`, trouble && `${id}-error`)}
        required
      />
      <label
        htmlFor={id}
        className="btn btn-quiet peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent"
      >
        <ImageUp size={18} aria-hidden="true" />
        <span>{t('auth.account.picture.choose')}</span>
      </label>
      <p id={`${id}-hint`} className="text-xs text-muted">
        <span className="needs-script">{t('auth.account.picture.crop.hint')}</span>
        <noscript>{t('auth.account.picture.hint')}</noscript>
      </p>
      <Trouble id={`${id}-trouble`} text={t('auth.account.picture.unreadable')} isWaiting />
      {trouble ? <Trouble id={`${id}-error`} text={trouble} /> : null}
      {/* Only once a file is chosen; the script sends the form by itself. */}
      <div className="hidden peer-valid:block">
        <Button type="submit" variant="primary">
          {t('auth.account.picture.save')}
        </Button>
      </div>
    </form>
  );
}

/** @param isWaiting  hidden until the script shows it */
function Trouble({ id, text, isWaiting }: { id: string; text: string; isWaiting?: boolean }): ReactNode {
  return (
    <p
      id={id}
      className="flex gap-2 text-sm text-danger [&[hidden]]:hidden"
      role="alert"
      hidden={isWaiting}
      data-picture-trouble={isWaiting || undefined}
    >
      <CircleAlert size={18} className="mt-0.5 flex-none" aria-hidden="true" />
      {text}
    </p>
  );
}
