/** Where we are: from the root to this folder, as links; the last one is the page's heading. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';
import type { DriveBrowserProps } from '#shared/islands.ts';
import { href } from '#shared/routes.ts';
import type { BrowserHandlers } from './browser.ts';

/** The heading's id: focus goes there when another folder was opened. */
export const HEADING_ID = 'drive-heading';

/** Names between the first and the last that a long path shows. */
const SHOWN_BETWEEN = 2;

export function PathBar({
  place,
  path,
  on,
}: Pick<DriveBrowserProps, 'place' | 'path'> & { on?: BrowserHandlers }): ReactNode {
  const { t } = useT();
  const root = t(place === 'trash' ? 'ui.sidebar.trash' : 'ui.sidebar.all_files');
  const here = path.at(-1);
  const above = path.slice(0, -1);
  const hidden = above.slice(0, Math.max(0, above.length - SHOWN_BETWEEN));
  return (
    <div className="min-w-0 flex-1 basis-36">
      {here ? (
        <nav aria-label={t('drive.path.label')}>
          <ol className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
            <Crumb id="" name={root} on={on} />
            {hidden.length > 0 ? (
              <li className="inline-flex items-center gap-1">
                <ChevronRight size={16} aria-hidden="true" />
                <Step id={hidden.at(-1)?.id ?? ''} name="…" label={hidden.at(-1)?.name} on={on} />
              </li>
            ) : null}
            {above.slice(hidden.length).map((crumb) => (
              <li key={crumb.id} className="inline-flex min-w-0 items-center gap-1">
                <ChevronRight size={16} className="flex-none" aria-hidden="true" />
                <Step id={crumb.id} name={crumb.name} on={on} />
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      <h1 id={HEADING_ID} tabIndex={-1} className="flex min-h-11 items-center text-xl focus:outline-none">
        <span className="line-clamp-2">{here?.name ?? root}</span>
      </h1>
    </div>
  );
}

function Crumb({ id, name, on }: { id: string; name: string; on?: BrowserHandlers }): ReactNode {
  return (
    <li className="inline-flex min-w-0">
      <Step id={id} name={name} on={on} />
    </li>
  );
}

function Step({ id, name, label, on }: { id: string; name: string; label?: string; on?: BrowserHandlers }): ReactNode {
  return (
    <a
      className="inline-flex min-h-9 items-center rounded-sm px-1 hover:text-ink hover:underline"
      href={id === '' ? href('drive.all') : href('drive.folder', { folderId: id })}
      aria-label={label}
      title={label}
      onClick={(event) => {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        if (on?.openFolder(id)) event.preventDefault();
      }}
    >
      <span className="max-w-48 truncate">{name}</span>
    </a>
  );
}
