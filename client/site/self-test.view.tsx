/**
 * The self-check of a browser: a row per check with the text of every result. The page script shows the right one; without script
 * the page says that it needs one.
 */
import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';

/** Names of the checks, in display order. */
const CHECKS = [
  ['storage', 'site.self_test.storage.name', 'site.self_test.storage.fix'],
  ['cookies', 'site.self_test.cookies.name', 'site.self_test.cookies.fix'],
  ['network', 'site.self_test.network.name', 'site.self_test.network.fix'],
  ['origins', 'site.self_test.origins.name', 'site.self_test.origins.fix'],
  ['clock', 'site.self_test.clock.name', 'site.self_test.clock.fix'],
  ['worker', 'site.self_test.worker.name', 'site.self_test.worker.fix'],
  ['wasm', 'site.self_test.wasm.name', 'site.self_test.wasm.fix'],
  ['crypto', 'site.self_test.crypto.name', 'site.self_test.crypto.fix'],
] as const;

export interface SelfTestViewProps {
  /** Origins that calls are spread over. */
  readonly origins: readonly string[];
}

export function SelfTestView({ origins }: SelfTestViewProps): ReactNode {
  const { t } = useT();
  return (
    <>
      <h1 className="site-title">{t('site.self_test.title')}</h1>
      <p className="mt-3 text-muted">{t('site.self_test.lead')}</p>
      <noscript>
        <Notice tone="warn" className="mt-6">
          {t('site.self_test.noscript')}
        </Notice>
      </noscript>
      <div className="needs-script" data-self-test data-origins={origins.join(' ')}>
        <p className="mt-6 text-sm font-semibold" role="status" data-summary>
          <span data-show="wait">{t('site.self_test.running')}</span>
          <span data-show="ok" hidden>
            {t('site.self_test.all_ok')}
          </span>
          <span data-show="bad" hidden>
            {t('site.self_test.some_bad')}
          </span>
        </p>
        <ul className="card mt-3">
          {CHECKS.map(([name, label, fix]) => (
            <li key={name} className="row" data-check={name}>
              <span className="text-muted" data-show="wait">
                <CircleDashed size={22} aria-hidden="true" />
              </span>
              <span className="text-ok" data-show="ok" hidden>
                <CircleCheck size={22} aria-hidden="true" />
              </span>
              <span className="text-warn" data-show="bad" hidden>
                <TriangleAlert size={22} aria-hidden="true" />
              </span>
              <div className="row-body">
                <p className="row-name">{t(label)}</p>
                <p className="text-sm text-muted">
                  <span data-show="wait">{t('site.self_test.wait')}</span>
                  <span data-show="ok" hidden>
                    {t('site.self_test.ok')}
                  </span>
                  <span data-show="bad" hidden>
                    {t(fix)}
                  </span>{' '}
                  <span data-detail />
                </p>
              </div>
            </li>
          ))}
        </ul>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button variant="primary" data-report data-copied={t('site.self_test.copied')}>
            {t('site.self_test.copy')}
          </Button>
          <Button data-run-again>{t('site.self_test.again')}</Button>
        </div>
        <p className="mt-3 text-sm text-muted">{t('site.self_test.report')}</p>
      </div>
    </>
  );
}
