/**
 * The page for visitors whose region or address is blocked: the reason, a contact, and a request id to quote. It shows nothing
 * else of the product and works without script.
 * @source spec section 2.6
 */
import { MapPinOff, ShieldBan } from 'lucide-react';
import type { ReactNode } from 'react';
import { ThemeButton } from '#client/shell/frame-parts.view.tsx';
import { LanguageMenu } from '#client/shell/language-menu.view.tsx';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import type { Locale } from '#shared/locale/tags.ts';

export interface BlockViewProps {
  reason: 'region' | 'address';
  /** Name of the country in the page's language; '' when unknown. */
  country: string;
  /** The visitor's network address; '' when unknown. */
  address: string;
  /** Request id, also in the log; '' for none. */
  requestId: string;
  contactHref: string;
  /** Address of another attempt. */
  retryHref: string;
  /** Tries again without leaving the page; the link then does not follow `retryHref`. */
  onRetry?: () => void;
}

export function BlockView(props: BlockViewProps): ReactNode {
  const { reason, country, address, requestId, contactHref, retryHref, onRetry } = props;
  const { t } = useT();
  const isRegion = reason === 'region';
  const facts = [
    { label: t('access.fact.region'), value: isRegion ? country : '', isCode: false },
    { label: t('access.fact.address'), value: isRegion ? '' : address, isCode: true },
    { label: t('ui.error.request'), value: requestId, isCode: true },
  ].filter(({ value }) => value !== '');
  return (
    <div className="mt-[10svh] mb-auto py-8">
      <EmptyState
        level="h1"
        className="py-6 text-pretty"
        icon={isRegion ? <MapPinOff size={28} aria-hidden="true" /> : <ShieldBan size={28} aria-hidden="true" />}
        title={t(isRegion ? 'access.region.title' : 'access.address.title')}
        text={
          <>
            <p>{t(isRegion ? 'access.region.text' : 'access.address.text')}</p>
            <p className="mt-3">{t(isRegion ? 'access.region.mistake' : 'access.address.mistake')}</p>
          </>
        }
        action={
          <>
            <Button variant="primary" href={contactHref}>
              {t('access.contact')}
            </Button>
            {onRetry ? (
              <Button onClick={onRetry}>{t('ui.retry')}</Button>
            ) : (
              <Button href={retryHref}>{t('ui.retry')}</Button>
            )}
          </>
        }
      />
      {facts.length > 0 ? (
        <dl className="mx-auto mt-4 grid max-w-md gap-x-8 gap-y-4 border-t border-line px-4 pt-5 text-center text-xs text-muted sm:auto-cols-fr sm:grid-flow-col">
          {facts.map(({ label, value, isCode }) => (
            <div key={label} className="min-w-0">
              <dt>{label}</dt>
              <dd className={isCode ? 'mt-1 font-mono break-all text-ink' : 'mt-1 text-ink'}>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </div>
  );
}

/** The whole page: logo and languages, without links into the product. */
export function BlockPageView({
  languageHrefs,
  ...block
}: BlockViewProps & { languageHrefs: Readonly<Record<Locale, string>> }): ReactNode {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="relative z-10 mx-auto flex min-h-16 w-full max-w-6xl items-center gap-1 px-4 py-2 sm:gap-2 sm:px-6">
        <span className="me-auto inline-flex">
          <Logo />
        </span>
        <ThemeButton />
        <LanguageMenu hrefs={languageHrefs} />
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col focus:outline-none">
        <BlockView {...block} />
      </main>
    </div>
  );
}
