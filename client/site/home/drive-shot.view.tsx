/** The drive as it is, in the language of the page: a picture that `npm run screenshots` makes. Loaded only when it is near the window. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';

/** Pixels of the picture. */
const SIZE = { width: 1120, height: 640 };

export function DriveShot(): ReactNode {
  const { t, locale } = useT();
  return (
    <section className="mx-auto w-full max-w-6xl px-4 pt-14 sm:px-6 lg:pt-20" aria-labelledby="at-a-glance">
      <h2 id="at-a-glance" className="text-2xl">
        {t('site.home.shot.title')}
      </h2>
      <img
        className="mt-6 h-auto w-full rounded-lg border border-line"
        src={`/pictures/drive-${locale}.jpg`}
        alt={t('site.home.shot.alt')}
        loading="lazy"
        decoding="async"
        {...SIZE}
      />
    </section>
  );
}
