/**
 * Four steps below the files of a new account, with those that are done: above them they would move the title of the page. Links, a
 * form and a popover: works without script. Both states of a step are in the page, one of them hidden: `ticks.ts` needs no texts.
 */
import { Check, FilePlus, Link2, type LucideIcon, Plug, Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { CloseNote } from '#client/shell/notice-line.view.tsx';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { QrCode } from '#client/ui/qr-code.tsx';
import { FIRST_STEPS, FIRST_STEPS_ID, type FirstStep } from '#shared/auth/first-steps.ts';
import { withParameter } from '#shared/drive/places.ts';
import { joinLocale } from '#shared/locale/path.ts';
import type { Locale } from '#shared/locale/tags.ts';
import { actionHref } from '#shared/navigation/actions.ts';
import { href } from '#shared/routes.ts';

interface Step {
  readonly Icon: LucideIcon;
  readonly label: `drive.first.${FirstStep}`;
  readonly to: (locale: Locale) => string;
}

const STEPS: Readonly<Record<FirstStep, Step>> = {
  // The script opens the chooser; without it the plain page has a form.
  add: {
    Icon: FilePlus,
    label: 'drive.first.add',
    to: () => withParameter(actionHref('show_beginner_dialog'), 'plain=1'),
  },
  share: { Icon: Link2, label: 'drive.first.share', to: () => href('drive.shares') },
  phone: { Icon: Smartphone, label: 'drive.first.phone', to: (locale) => joinLocale(locale, href('site.mobile-app')) },
  program: { Icon: Plug, label: 'drive.first.program', to: () => href('account.programs') },
};

const PHONE_ID = 'first-steps-phone';
const STEP_CLASS = 'flex min-h-11 min-w-0 items-center gap-3 rounded-md px-1 hover:bg-sunken';
const SIGN_CLASS = 'grid size-8 flex-none place-items-center rounded-full';

/** @param driveAddress  that a phone opens by its camera */
export function FirstStepsView({
  done,
  driveAddress,
}: {
  readonly done: ReadonlySet<FirstStep>;
  readonly driveAddress: string;
}): ReactNode {
  const { t, locale } = useT();
  return (
    <aside
      id={FIRST_STEPS_ID}
      data-done={[...done].join(' ')}
      aria-labelledby="first-steps-title"
      className="relative mt-8 rounded-lg border border-line bg-surface p-3"
    >
      <div className="flex min-h-8 flex-wrap items-baseline gap-x-3 pe-10 ps-1">
        <h2 id="first-steps-title" className="text-base">
          {t('drive.first.title')}
        </h2>
        <p className="text-sm text-muted" role="status">
          {[...FIRST_STEPS, ''].map((step, count) => (
            <span key={step} hidden={count !== done.size}>
              {t('drive.first.progress', { count, all: FIRST_STEPS.length })}
            </span>
          ))}
        </p>
      </div>
      <ol className="mt-1 grid gap-1 sm:grid-cols-2 lg:grid-cols-4">
        {FIRST_STEPS.map((step) => (
          <li
            key={step}
            data-step={step}
            data-ticked={done.has(step) || undefined}
            // A phone shows the next one alone.
            className="grid max-sm:data-ticked:hidden max-sm:[:not([data-ticked])~&]:hidden"
          >
            {step === 'phone' ? (
              <button
                type="button"
                className={classes(STEP_CLASS, 'cursor-pointer text-start')}
                popoverTarget={PHONE_ID}
              >
                <StepLabel step={step} isDone={done.has(step)} />
              </button>
            ) : (
              <a className={STEP_CLASS} href={STEPS[step].to(locale)}>
                <StepLabel step={step} isDone={done.has(step)} />
              </a>
            )}
          </li>
        ))}
      </ol>
      <PhoneCode address={driveAddress} />
      <CloseNote id={FIRST_STEPS_ID} of={t('drive.first.title')} className="absolute end-1 top-1" />
    </aside>
  );
}

function StepLabel({ step, isDone }: { step: FirstStep; isDone: boolean }): ReactNode {
  const { t } = useT();
  const { Icon, label } = STEPS[step];
  return (
    <>
      <span data-is="done" hidden={!isDone} className={classes(SIGN_CLASS, 'bg-accent text-on-accent')}>
        <Check size={18} role="img" aria-label={t('drive.first.done')} />
      </span>
      <span data-is="open" hidden={isDone} className={classes(SIGN_CLASS, 'bg-accent-soft text-accent')}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <span className="min-w-0 font-semibold in-data-ticked:font-normal in-data-ticked:text-muted">{t(label)}</span>
    </>
  );
}

function PhoneCode({ address }: { address: string }): ReactNode {
  const { t, locale } = useT();
  return (
    <div id={PHONE_ID} popover="auto" className="menu m-auto w-80 p-5 text-center">
      <QrCode text={address} label={t('share.my_links.qr_of', { url: address })} />
      <p className="mt-3">{t('drive.first.scan')}</p>
      <p className="mt-1 text-sm break-all text-muted">{address}</p>
      <a className="link mt-3 inline-flex min-h-11 items-center" href={STEPS.phone.to(locale)}>
        {t('site.apps.mobile.title')}
      </a>
    </div>
  );
}
