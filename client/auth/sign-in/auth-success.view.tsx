/** Confirms a sign-in and links to the next page. A window opened for it closes itself. */
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

/** The page to return to. */
export type ReturnTo = 'window' | 'desktop' | 'extension' | 'app' | 'device';

export interface AuthSuccessViewProps {
  /** Null: no user is signed in. */
  person: { name: string } | null;
  returnTo: ReturnTo;
  /** Path to carry on to; '' for the end of the way. */
  next: string;
  /** The browser did not return the cookie of a sign-in that succeeded at this host. */
  lostCookie: { host: string } | null;
}

const WHERE = {
  window: 'auth.success.window',
  desktop: 'auth.success.desktop',
  extension: 'auth.success.extension',
  app: 'auth.success.app',
  device: 'auth.success.device',
} as const;

export function AuthSuccessView({ person, returnTo, next, lostCookie }: AuthSuccessViewProps): ReactNode {
  const { t } = useT();
  const toHere = next === '' ? href('drive.all') : next;
  if (person === null) {
    return (
      <Sheet
        title={t(lostCookie ? 'auth.success.lost.title' : 'auth.success.none.title')}
        text={lostCookie ? t('auth.success.lost.text', lostCookie) : t('auth.success.none.text')}
        more={lostCookie ? t('auth.success.lost.next') : undefined}
      >
        <Button
          href={`${href('auth.sign-in')}?${new URLSearchParams({ next: toHere })}`}
          variant="primary"
          size="lg"
          wide
        >
          {t(lostCookie ? 'auth.success.lost.again' : 'auth.sign_in.submit')}
        </Button>
      </Sheet>
    );
  }
  return (
    <div className="contents" data-signed-in data-go-on={next === '' ? undefined : next}>
      <Sheet
        done
        title={t('auth.success.title')}
        text={t('auth.success.as', { name: person.name })}
        more={next === '' ? t(WHERE[returnTo]) : undefined}
      >
        <Button href={toHere} variant={next === '' ? 'quiet' : 'primary'} size="lg" wide>
          {t(next === '' ? 'auth.success.drive' : 'auth.success.go_on')}
        </Button>
      </Sheet>
    </div>
  );
}

interface SheetProps {
  done?: boolean;
  title: string;
  text: string;
  more?: string | undefined;
  children: ReactNode;
}

function Sheet({ done, title, text, more, children }: SheetProps): ReactNode {
  return (
    <div className="mx-auto mb-auto w-full max-w-md px-4 py-8 sm:mt-[8svh]">
      <Card className="relative overflow-hidden p-6 text-center shadow-md sm:p-9">
        <div className="iridescent absolute inset-x-0 top-0 h-1" />
        {done ? <CircleCheck size={52} className="mx-auto text-ok" aria-hidden="true" /> : null}
        <h1 className="mt-4 text-2xl">{title}</h1>
        <p className="mt-2 text-muted">{text}</p>
        {more ? <p className="mt-4">{more}</p> : null}
        <div className="mt-6">{children}</div>
      </Card>
    </div>
  );
}
