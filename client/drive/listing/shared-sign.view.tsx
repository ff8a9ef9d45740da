/** Says on a row that it is shared, and how; opens the dialog in which that ends. */
import { Inbox, Link2, type LucideIcon, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import type { SharedMark } from '#shared/drive/shared-mark.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { RowSignProps } from '../browser-model.ts';

function waysOf({ links, people, collects }: SharedMark, { t }: Translator): readonly [LucideIcon, string][] {
  return [
    ...(links === 0 ? [] : [[Link2, t('drive.shared.link')] as [LucideIcon, string]]),
    ...(people === 0 ? [] : [[Users, t('drive.shared.people')] as [LucideIcon, string]]),
    ...(collects ? [[Inbox, t('drive.shared.collects')] as [LucideIcon, string]] : []),
  ];
}

export function SharedSign({ row, mark, on, isInColumn = false }: RowSignProps): ReactNode {
  const translator = useT();
  const ways = waysOf(mark, translator);
  const how = ways.map(([, text]) => text).join(' · ');
  return (
    <button
      type="button"
      data-shared
      className="ms-1 inline-flex h-6 max-w-full min-w-6 cursor-pointer items-center justify-center gap-1 rounded-sm align-middle text-accent hover:bg-sunken"
      aria-label={`${how}: ${shownName(row, translator)}`}
      title={how}
      onClick={() => on?.share(row.id)}
    >
      {ways.map(([Icon, text]) => (
        <Icon key={text} size={14} className="flex-none" aria-hidden="true" />
      ))}
      {isInColumn ? <span className="truncate">{how}</span> : null}
    </button>
  );
}
