/** The drive's shell around a page without islands: search, upload link, account menu and storage of a signed-in user. */
import type { Context } from 'hono';
import type { ReactNode } from 'react';
import { SearchView } from '#client/drive/search/search.view.tsx';
import { UploadLinkView } from '#client/drive/upload/upload-link.view.tsx';
import { DriveShell } from '#client/shell/drive-shell.view.tsx';
import type { Person } from '#client/shell/person-menu.view.tsx';
import type { SidebarPlace } from '#client/shell/sidebar.view.tsx';
import { StorageMeter } from '#client/shell/storage-meter.view.tsx';
import { productName } from '#shared/locale/messages.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, isSidebarNarrow, languageHrefs, type PageShape, renderPage } from '../render/render.tsx';

interface DriveLayoutProps {
  readonly c: Context<AppEnv>;
  /** Null for a visitor. */
  readonly person: Person | null;
  /** Null while the drive does not answer, and for a visitor. */
  readonly space: { readonly usageBytes: number; readonly limitBytes: number; readonly unread?: number } | null;
  /** The marked entry of the sidebar. */
  readonly place?: SidebarPlace | null;
  readonly query?: string;
  /** Null leaves the upload link out. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

export function DriveLayout({ c, person, space, place = null, query = '', action, children }: DriveLayoutProps) {
  return (
    <DriveShell
      homeHref={homeHref(c)}
      languageHrefs={languageHrefs(c)}
      isNarrow={isSidebarNarrow(c)}
      place={place}
      search={<SearchView query={query} />}
      action={action === undefined ? <UploadLinkView /> : action}
      person={person && { ...person, ...(space ? { space } : {}) }}
      storage={space ? <StorageMeter usedBytes={space.usageBytes} limitBytes={space.limitBytes} /> : null}
    >
      {children}
    </DriveShell>
  );
}

/** Renders a page inside the drive's shell; never indexed. @param title  without the product's name */
export function renderInDrive(
  layout: Omit<DriveLayoutProps, 'children'>,
  { title, description, ...shape }: { title: string; description?: string } & Omit<PageShape, 'head'>,
  view: ReactNode,
): Promise<Response> {
  return renderPage(
    layout.c,
    {
      head: {
        title: `${title} · ${productName(layout.c.get('locale'))}`,
        noindex: true,
        ...(description ? { description } : {}),
      },
      ...shape,
    },
    <DriveLayout {...layout}>{view}</DriveLayout>,
  );
}
