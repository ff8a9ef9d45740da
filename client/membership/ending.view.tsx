/** A calm line above the files: premium or extra storage ends soon, or has ended. Rendered on the server; closed without script. */
import { CalendarClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { CloseNote } from '#client/shell/notice-line.view.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';

export interface EndingNote {
  readonly id: string;
  readonly kind: 'premium' | 'storage';
  readonly endMs: number;
  /** 0 for premium. */
  readonly bytes: number;
  readonly isEnded: boolean;
  /** More is stored than the plan now includes. */
  readonly isFull: boolean;
}

export function EndingView({
  id,
  kind,
  endMs,
  bytes,
  isEnded,
  isFull,
  sells,
}: EndingNote & { sells: boolean }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const date = format.date(endMs);
  const size = format.bytes(bytes);
  const text =
    kind === 'premium'
      ? isEnded
        ? t('membership.ending.premium_ended', { date })
        : t('membership.ending.premium_soon', { date })
      : isEnded
        ? t('membership.ending.storage_ended', { size, date })
        : t('membership.ending.storage_soon', { size, date });
  return (
    <aside aria-label={t('membership.ending.label')} className="notice relative mb-5 py-1 pe-12">
      <CalendarClock size={20} className="mt-2.5 max-sm:hidden" aria-hidden="true" />
      <p className="min-w-0 flex-1 py-2">
        {text}
        {isFull ? ` ${t('membership.ending.full')}` : ''}
        {sells ? (
          <>
            {' '}
            <a className="link" href={kind === 'premium' ? href('drive.payment') : href('drive.payment-storage')}>
              {t('membership.ending.extend')}
            </a>
          </>
        ) : null}
      </p>
      <CloseNote id={id} className="absolute top-1 end-1" />
    </aside>
  );
}
