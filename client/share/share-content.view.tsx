/** An open share: cover, save and download, path, list, next page. Works by links and forms alone. */
import { ChevronRight, Download, FileArchive } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FileIcon, FileIconSprite, type FileKind } from '#client/ui/file-icon.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import type { StoredView } from '#shared/drive/display.ts';
import { PICK_FORM_ID } from './pick-form.ts';
import { ReportLink } from './report-link.view.tsx';
import { type SaveState, SaveToDrive } from './save-to-drive.view.tsx';
import { type SharedFile, SharePreview } from './share-preview.view.tsx';
import { type ShareRow, ShareRowView } from './share-row.view.tsx';
import { ShareTools, type ShareToolsProps } from './share-tools.view.tsx';

export interface ShareCrumb {
  name: string;
  href: string;
}

export interface ShareContentProps {
  title: string;
  /** Kind of the single shared file, or `folder` for several. */
  kind?: FileKind;
  ownerName: string;
  /** Number of files and folders; null when unknown. */
  counts: { readonly fileCount: number; readonly folderCount: number } | null;
  /** Bytes of the whole share; left out when unknown. */
  totalBytes?: number;
  /** Epoch ms; null: no expiry. */
  expiresAtMs: number | null;
  /** From the top of the share to this folder; empty at the top. The last one is this page. */
  crumbs?: readonly ShareCrumb[];
  /** One page of the list, at most 100. */
  rows: readonly ShareRow[];
  nextHref?: string | null;
  /** View and order of the list, and addresses of the others. */
  tools: ShareToolsProps;
  /** Download of everything, where the server offers it. */
  downloadHref?: string | null;
  save: SaveState;
  /** The file that the address names. */
  previewed?: SharedFile | null;
  /** Why a download was refused: a sentence. */
  downloadError?: string | null;
  /** The passcode was entered in this browser, which can forget it. */
  canForget?: boolean;
  /** The visitor is signed in, and may follow the folders of this share. */
  canFollow?: boolean;
  /** The page that reports this link. */
  reportHref?: string;
  /** Message of the owner; '' for none. */
  note?: string;
  /** Nothing is downloaded or saved. */
  viewOnly?: boolean;
  /** The top of the share, where the address names a folder that is not in it. */
  topHref?: string;
  /** Small images of the rows: left out when there are none. */
  images?: 'covered' | 'shown' | undefined;
}

export function ShareContentView(props: ShareContentProps): ReactNode {
  const { t, tn } = useT();
  const {
    title,
    kind = 'folder',
    ownerName,
    counts,
    totalBytes,
    expiresAtMs,
    rows,
    crumbs = [],
    viewOnly = false,
  } = props;
  const format = useFormat();
  if (props.topHref !== undefined) return <NoFolder title={title} ownerName={ownerName} topHref={props.topHref} />;
  const searched = props.tools.search?.text ? props.tools.search : undefined;
  const only = !searched && rows.length === 1 && crumbs.length === 0 ? rows[0] : undefined;
  const downloadHref = props.downloadHref ?? only?.downloadHref;
  const canZip = !viewOnly && rows.length > 0 && !only?.downloadHref;
  // Of files alone nothing new can come.
  const hasFolder = crumbs.length > 0 || searched !== undefined || rows.some(({ href }) => href !== undefined);
  const facts = [
    counts && (counts.fileCount > 0 || counts.folderCount === 0) ? tn('share.files', counts.fileCount) : null,
    counts && counts.folderCount > 0 ? tn('share.folders', counts.folderCount) : null,
    totalBytes === undefined ? null : format.bytes(totalBytes),
    expiresAtMs === null ? t('share.open_until_closed') : t('share.open_until', { date: format.date(expiresAtMs) }),
  ];
  return (
    <div className="group mx-auto w-full max-w-4xl sm:pt-4">
      <div className="flex flex-col gap-5 md:flex-row md:items-start md:justify-between md:gap-10">
        <div className="flex min-w-0 gap-4">
          <div className="badge-icon h-14 w-14 flex-none rounded-lg bg-surface shadow-sm">
            <FileIcon kind={kind} size={30} />
          </div>
          <div className="min-w-0">
            <h1 className="text-xl sm:text-2xl">{title}</h1>
            <p className="mt-1.5 text-sm">{t('share.by', { name: ownerName })}</p>
            <p className="mt-0.5 text-sm text-muted">{facts.filter(Boolean).join(' · ')}</p>
          </div>
        </div>
        <div className="flex flex-none flex-col gap-3 max-md:w-full sm:max-md:flex-row md:w-60">
          <form method="post" id={PICK_FORM_ID} hidden data-save-form />
          {viewOnly ? (
            <p className="text-sm text-muted">{t('share.view_only')}</p>
          ) : (
            <SaveToDrive state={props.save} canChoose={canZip} />
          )}
          {downloadHref ? (
            <Button href={downloadHref} icon={<Download size={18} aria-hidden="true" />} className="max-md:flex-1">
              {t('share.download')}
            </Button>
          ) : null}
          {canZip ? <ZipButton /> : null}
          {props.downloadError ? (
            <p className="text-sm text-danger" role="alert">
              {props.downloadError}
            </p>
          ) : null}
        </div>
      </div>

      {props.note ? <OwnerNote text={props.note} /> : null}
      {crumbs.length > 0 ? <Crumbs crumbs={crumbs} /> : null}
      {props.previewed ? <SharePreview file={props.previewed} /> : null}
      <ShareTools {...props.tools} />
      {searched ? (
        <p className="mt-3 flex flex-wrap items-center gap-x-3 text-sm" role="status">
          <span className="wrap-anywhere">{t('share.search.results', { text: searched.text })}</span>
          <a className="link py-1" href={searched.clearHref}>
            {t('share.search.clear')}
          </a>
        </p>
      ) : null}
      {props.images ? <CoverForm images={props.images} /> : null}
      <ShareList rows={rows} view={props.tools.view} canChoose={canZip} isFound={searched !== undefined} />
      {props.nextHref ? (
        <div className="mt-5 text-center">
          <Button href={props.nextHref} rel="next">
            {t('share.next_page')}
          </Button>
        </div>
      ) : null}
      {props.canFollow && hasFolder && !viewOnly ? <FollowForm /> : null}
      {props.canForget ? <ForgetForm /> : null}
      <ReportLink href={props.reportHref} />
    </div>
  );
}

/** The folder of the address is not in the share: it was, or another one was meant. */
function NoFolder({ title, ownerName, topHref }: { title: string; ownerName: string; topHref: string }): ReactNode {
  const { t } = useT();
  return (
    <div className="mx-auto w-full max-w-4xl sm:pt-4">
      <h1 className="text-xl sm:text-2xl">{title}</h1>
      <p className="mt-1.5 text-sm">{t('share.by', { name: ownerName })}</p>
      <EmptyState
        title={t('share.gone.title')}
        text={t('share.gone.text')}
        action={
          <Button href={topHref} variant="primary">
            {t('share.gone.open')}
          </Button>
        }
      />
    </div>
  );
}

/** A cover over small images: icons in their place until this visitor wants them, here and in later shares. */
function CoverForm({ images }: { images: 'covered' | 'shown' }): ReactNode {
  const { t } = useT();
  return (
    <form method="post" className="mt-3 text-end">
      <input type="hidden" name="intent" value="cover" />
      <Button type="submit" variant="plain" size="sm" name="images" value={images === 'covered' ? 'show' : 'hide'}>
        {images === 'covered' ? t('share.cover.show') : t('share.cover.hide')}
      </Button>
    </form>
  );
}

/** From now on what comes into the folder is new. Leads to the page of followed folders. */
function FollowForm(): ReactNode {
  const { t } = useT();
  return (
    <form method="post" className="mt-5 text-center">
      <input type="hidden" name="intent" value="follow" />
      <Button type="submit" variant="plain" size="sm">
        {t('share.follow')}
      </Button>
    </form>
  );
}

/** Ends the access of this browser: the next visit asks for the passcode. */
function ForgetForm(): ReactNode {
  const { t } = useT();
  return (
    <form method="post" className="mt-5 text-center">
      <input type="hidden" name="intent" value="forget" />
      <Button type="submit" variant="plain" size="sm">
        {t('share.forget')}
      </Button>
    </form>
  );
}

/** The owner's words, as plain text. */
function OwnerNote({ text }: { text: string }): ReactNode {
  const { t } = useT();
  return (
    <section className="card mt-6 p-4" aria-label={t('share.note')}>
      <p className="text-sm whitespace-pre-line break-words">{text}</p>
    </section>
  );
}

/** Downloads the checked rows, or all: the answer is a download, and the page stays. */
function ZipButton(): ReactNode {
  const { t } = useT();
  return (
    <div className="max-md:flex-1">
      <Button
        type="submit"
        form={PICK_FORM_ID}
        name="intent"
        value="zip"
        wide
        icon={<FileArchive size={18} aria-hidden="true" />}
      >
        <span className="group-has-[input:checked]:hidden">{t('share.zip.all')}</span>
        <span className="hidden group-has-[input:checked]:inline">{t('share.zip.selected')}</span>
      </Button>
    </div>
  );
}

interface ShareListProps {
  readonly rows: readonly ShareRow[];
  readonly view: StoredView;
  /** Rows have a checkbox. */
  readonly canChoose: boolean;
  /** The rows were found by their names. */
  readonly isFound: boolean;
}

function ShareList({ rows, view, canChoose, isFound }: ShareListProps): ReactNode {
  const { t } = useT();
  return (
    <section
      className="mt-3"
      aria-label={t('share.list')}
      data-shared-list={view}
      data-saved-label={t('share.save.before')}
    >
      <div className="card overflow-hidden">
        {rows.length === 0 ? (
          <EmptyState
            title={t(isFound ? 'drive.empty.search.title' : 'share.empty.title')}
            text={t(isFound ? 'drive.empty.search.text' : 'share.empty.text')}
          />
        ) : (
          <>
            <FileIconSprite />
            <ul className={view === 'grid' ? 'tiles' : undefined}>
              {rows.map((row) => (
                <ShareRowView key={row.id} row={row} canChoose={canChoose} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

function Crumbs({ crumbs }: { crumbs: readonly ShareCrumb[] }): ReactNode {
  const { t } = useT();
  return (
    <nav aria-label={t('share.path')} className="mt-7 -mb-2">
      <ol className="flex flex-wrap items-center gap-x-1 text-sm">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="flex min-h-9 min-w-0 items-center gap-1">
            {index > 0 ? <ChevronRight size={16} className="flex-none text-muted" aria-hidden="true" /> : null}
            {index === crumbs.length - 1 ? (
              <span className="font-semibold" aria-current="page">
                {crumb.name}
              </span>
            ) : (
              <a className="link py-1" href={crumb.href}>
                {crumb.name}
              </a>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
