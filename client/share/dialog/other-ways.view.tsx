/** Ways to share beside a link: people, a direct link of a file, and collecting files into a folder. Each leads to its page. */
import { ChevronRight, ExternalLink, Inbox, type LucideIcon, UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { useT } from '#client/ui/i18n.tsx';
import { href } from '#shared/routes.ts';
import type { ShareMark } from '#shared/share/own-link.contract.ts';

interface OtherWaysProps {
  fileId: string;
  isFolder: boolean;
  /** How it is shared now; null while that is not known, and where it is not shared. */
  mark: ShareMark | null;
}

export function OtherWays({ fileId, isFolder, mark }: OtherWaysProps): ReactNode {
  const { t, tn } = useT();
  const people = Number(mark?.people_count ?? 0);
  return (
    <ul className="rounded-md border border-line" aria-label={t('drive.link.other_ways')}>
      <Way
        href={href('drive.people', { nodeId: fileId })}
        icon={UserRoundPlus}
        title={t('drive.action.people')}
        text={people === 0 ? t('drive.link.way.people') : tn('drive.shared.people_count', people)}
        isUsed={people > 0}
      />
      {isFolder ? (
        <Way
          href={href('drive.collect', { folderId: fileId })}
          icon={Inbox}
          title={t('drive.action.collect')}
          text={t(mark?.collects ? 'drive.shared.collects' : 'drive.link.way.collect')}
          isUsed={mark?.collects ?? false}
        />
      ) : (
        <Way
          href={`${href('drive.direct')}?file=${encodeURIComponent(fileId)}`}
          icon={ExternalLink}
          title={t('drive.action.direct')}
          text={t('drive.link.way.direct')}
        />
      )}
    </ul>
  );
}

interface WayProps {
  href: string;
  icon: LucideIcon;
  title: string;
  text: string;
  /** It is shared in this way. */
  isUsed?: boolean;
}

function Way({ href: to, icon: Icon, title, text, isUsed = false }: WayProps): ReactNode {
  return (
    <li className="border-t border-line first:border-t-0">
      <a href={to} className="flex min-h-14 items-center gap-3 px-3 py-2 hover:bg-sunken">
        <Icon size={20} className={classes('flex-none', isUsed ? 'text-accent' : 'text-muted')} aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block text-sm font-semibold">{title}</span>
          <span className="block text-xs text-muted">{text}</span>
        </span>
        <ChevronRight size={18} className="flex-none text-muted" aria-hidden="true" />
      </a>
    </li>
  );
}
