/**
 * Page of the human check, for a frame of 320 by 430. It contains the texts of all states from the start;
 * client/shield/check-page.ts shows one state after the other.
 */
import { ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';

/** `over`: the ticket is missing or has expired. `refused`: the return address leads elsewhere. */
export type CheckState = 'open' | 'over' | 'refused';

export interface HumanCheckViewProps {
  state: CheckState;
  /** Data for the script. Public: it is also in the page's address, or is the provider's public key. */
  facts: {
    ticket: string;
    redirectUri: string;
    state: string;
    provider: 'pow' | 'turnstile' | 'recaptcha';
    siteKey: string;
    bound: string;
  };
}

export function HumanCheckView({ state, facts }: HumanCheckViewProps): ReactNode {
  const { t } = useT();
  if (state !== 'open') {
    return (
      <CheckFrame>
        <Notice tone={state === 'over' ? 'warn' : 'danger'} className="mt-6">
          {t(state === 'over' ? 'shield.over.text' : 'shield.refused.text')}
        </Notice>
      </CheckFrame>
    );
  }
  const strings = {
    label: t('shield.check.label'),
    verifying: t('shield.check.working'),
    verified: t('shield.check.passed'),
    error: t('shield.check.failed'),
    expired: t('shield.check.late'),
    waitAlert: t('shield.check.wait'),
    loading: t('shield.check.working'),
  };
  return (
    <CheckFrame>
      <p className="mt-4 text-sm text-muted">{t('shield.check.lead')}</p>
      <div
        className="human-check-widget mt-5"
        data-check={JSON.stringify(facts)}
        data-strings={JSON.stringify(strings)}
      />
      <noscript>
        <Notice tone="warn" className="mt-5">
          {t('shield.check.no_script')}
        </Notice>
      </noscript>
      <div className="mt-4 grid gap-3 text-sm" data-words role="status">
        <p hidden data-word="working">
          {t('shield.check.working_long')}
        </p>
        <p hidden data-word="passed">
          {t('shield.check.back')}
        </p>
        <p hidden data-word="parked">
          {t('shield.check.parked')}
        </p>
      </div>
      <div className="grid gap-3 text-sm" role="alert">
        <p hidden data-word="failed" className="text-danger">
          {t('shield.check.failed')}
        </p>
        <p hidden data-word="late" className="text-danger">
          {t('shield.check.late')}
        </p>
        <p hidden data-word="busy" className="text-danger">
          {t('shield.check.busy')}
        </p>
        <p hidden data-word="unreachable" className="text-danger">
          {t('shield.check.unreachable')}
        </p>
        <p hidden data-word="over" className="text-danger">
          {t('shield.over.text')}
        </p>
      </div>
      <div hidden data-again className="mt-4">
        <Button variant="primary" wide>
          {t('shield.check.again')}
        </Button>
      </div>
    </CheckFrame>
  );
}

function CheckFrame({ children }: { children: ReactNode }): ReactNode {
  const { t } = useT();
  return (
    <main className="human-check-page" data-close={t('shield.check.close')}>
      {/* Space for the close button of the dialog around it. */}
      <div className="flex items-center gap-3 pe-9">
        <ShieldCheck size={30} aria-hidden="true" className="flex-none text-accent" />
        <h1 className="text-lg">{t('shield.check.title')}</h1>
      </div>
      {children}
    </main>
  );
}
