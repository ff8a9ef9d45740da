/** The page of the browser extension: uses of it, and how to install the package of this installation. */
import { Download, FileText, Image, Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

export function ExtensionUses(): ReactNode {
  const { t } = useT();
  const uses = [
    { Icon: Link2, text: t('site.extension.can.link') },
    { Icon: Image, text: t('site.extension.can.picture') },
    { Icon: FileText, text: t('site.extension.can.page') },
  ];
  return (
    <section aria-labelledby="uses">
      <h2 id="uses" className="text-xl">
        {t('site.extension.can.title')}
      </h2>
      <ul className="mt-6 grid gap-4 md:grid-cols-3">
        {uses.map(({ Icon, text }) => (
          <li key={text} className="card flex flex-col gap-3 p-5">
            <Icon size={24} className="flex-none text-accent" aria-hidden="true" />
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where no store has it: the package that this server makes for its own address. */
export function InstallExtension(): ReactNode {
  const { t } = useT();
  const steps = [
    t('site.extension.install.unpack'),
    t('site.extension.install.open'),
    t('site.extension.install.load'),
    t('site.extension.install.sign_in'),
  ];
  return (
    <section aria-labelledby="install">
      <h2 id="install" className="text-xl">
        {t('site.extension.install.title')}
      </h2>
      <p className="mt-3 max-w-2xl text-muted">{t('site.extension.install.text')}</p>
      <ol className="mt-5 grid max-w-2xl list-decimal gap-2 ps-6">
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            {step}
          </li>
        ))}
      </ol>
      <div className="mt-6">
        <Button
          href={href('site.download', { target: 'browser_extension' })}
          rel="nofollow"
          variant="primary"
          size="lg"
          className="max-sm:w-full"
          icon={<Download size={20} aria-hidden="true" />}
          data-download
        >
          {t('site.extension.install.get')}
        </Button>
      </div>
      <p className="mt-4 max-w-2xl text-sm text-muted">{t('site.extension.install.reach')}</p>
    </section>
  );
}
