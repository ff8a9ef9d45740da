/** Open links to the same file or folder beside its newest one, folded; each can be turned off. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { parseWireTime } from '#shared/units.ts';
import { LinkCause, LinkStatus } from '../my-links/link-status.view.tsx';

interface OtherLinksProps {
  links: readonly OwnLinkView[];
  onTurnOff: (link: OwnLinkView) => void;
}

export function OtherLinks({ links, onTurnOff }: OtherLinksProps): ReactNode {
  const { t, tn } = useT();
  if (links.length === 0) return null;
  return (
    <details className="border-t border-line">
      <summary className="min-h-11 cursor-pointer content-center text-sm font-semibold">
        {tn('drive.link.others', links.length)}
      </summary>
      <ul className="mb-2 rounded-md border border-line" aria-label={tn('drive.link.others', links.length)}>
        {links.map((link) => (
          <li key={link.share_id} className="grid gap-2 border-t border-line p-3 first:border-t-0">
            <p className="font-mono text-xs break-all">{link.share_url}</p>
            <LinkFacts link={link} />
            <div>
              <LinkStatus status={link.link_status} />
              <LinkCause link={link} />
            </div>
            <div>
              <Button size="sm" className="text-danger" onClick={() => onTurnOff(link)}>
                {t('drive.link.close')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Links to several items, and direct links: they show it too. */
export function LinksElsewhere({ count }: { count: number }): ReactNode {
  const { tn } = useT();
  if (count <= 0) return null;
  return (
    <a className="link text-sm" href={href('drive.shares')}>
      {tn('drive.link.elsewhere', count)}
    </a>
  );
}

/** Uses and end of a link in one line. */
export function LinkFacts({ link }: { link: OwnLinkView }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const endsMs = parseWireTime(link.expiration_at);
  const facts = [
    tn('drive.link.views', Number(link.view_count)),
    endsMs === null ? t('drive.link.forever') : t('share.my_links.ends', { date: format.dateAndTime(endsMs) }),
    link.pass_code === '' ? null : t('drive.link.has_code', { code: link.pass_code }),
  ];
  return <p className="text-sm text-muted">{facts.filter(Boolean).join(' · ')}</p>;
}
