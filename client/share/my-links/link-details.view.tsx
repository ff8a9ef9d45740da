/** Facts of one link: a dialog with its settings with a script, a part of the page without. */
import { Cable, ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { parseWireTime } from '#shared/units.ts';
import { LinkCause, LinkStatus } from './link-status.view.tsx';

export interface LinkDetailsProps {
  readonly link: OwnLinkView;
  /** Buttons that need a script: copy, QR code. */
  readonly tools?: ReactNode;
  /** Needs a script. */
  readonly settings?: ReactNode;
}

export function LinkDetails({ link, tools, settings }: LinkDetailsProps): ReactNode {
  const { t } = useT();
  return (
    <div className="grid gap-5">
      <div>
        <LinkStatus status={link.link_status} />
        <LinkCause link={link} />
      </div>
      {tools ?? <p className="font-mono text-sm break-all">{link.share_url}</p>}
      <Facts link={link} />
      <div className="flex flex-wrap gap-2">
        <Button
          href={href('share.statistics', { shareId: link.share_id })}
          icon={<ChartColumn size={18} aria-hidden="true" />}
        >
          {t('share.stats.title')}
        </Button>
        {link.file_kind === 'drive#file' && link.file_num === '1' ? (
          <Button
            href={`${href('drive.direct')}?file=${encodeURIComponent(link.file_id)}`}
            icon={<Cable size={18} aria-hidden="true" />}
          >
            {t('drive.action.direct')}
          </Button>
        ) : null}
      </div>
      {settings}
    </div>
  );
}

function Facts({ link }: { link: OwnLinkView }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const [madeMs, endMs] = [parseWireTime(link.create_time), parseWireTime(link.expiration_at)];
  const facts: (readonly [string, string])[] = [
    [t('drive.link.code.legend'), link.pass_code === '' ? t('drive.link.code.none') : link.pass_code],
    [t('drive.details.created'), madeMs === null ? '' : format.date(madeMs)],
    [t('drive.link.expiry.label'), endMs === null ? t('drive.link.expiry.never') : format.dateAndTime(endMs)],
    [
      t('drive.details.contains'),
      `${tn('share.files', Number(link.file_num))}, ${format.bytes(Number(link.file_size))}`,
    ],
    [t('share.my_links.sort.views'), format.number(Number(link.view_count))],
    [
      t('share.my_links.sort.saves'),
      link.restore_limit === '-1'
        ? format.number(Number(link.restore_count))
        : `${format.number(Number(link.restore_count))} / ${format.number(Number(link.restore_limit))}`,
    ],
  ];
  return (
    <dl className="grid gap-1 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-3">
          <dt className="min-w-36 text-muted">{name}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
