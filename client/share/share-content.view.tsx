/** An open share: one file as itself, several as a list with its path and pages. Works by links and forms alone. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FileIconSprite } from '#client/ui/file-icon.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import type { StoredView } from '#shared/drive/display.ts';
import { ReportLink } from './report-link.view.tsx';
import type { SaveState } from './save-to-drive.view.tsx';
import { ShareActs, ShareHead, type ShareSender } from './share-head.view.tsx';
import { type SharedFile, SharePreview } from './share-preview.view.tsx';
import { rowTime, type ShareRow, ShareRowView } from './share-row.view.tsx';
import { ShareTools, type ShareToolsProps } from './share-tools.view.tsx';
import { Stage, type StageProps } from './stage.view.tsx';

export interface ShareCrumb {
  name: string;
  href: string;
}

export interface ShareContentProps {
  title: string;
  /** The form of the title: the name of one thing, or how many files or things whose. */
  titleForm: 'name' | 'files' | 'items';
  sender: ShareSender;
  /** Number of files and folders; null when unknown. */
  counts: { readonly fileCount: number; readonly folderCount: number } | null;
  /** Bytes of all files of the list; left out where they are not known. */
  totalBytes?: number | undefined;
  /** For a link to one file: what the page has to show it. */
  stage?: Omit<StageProps, 'row'> | undefined;
  /** Epoch ms; null: no expiry. */
  expiresAtMs: number | null;
  /** From the top of the share to this folder; empty at the top. The last one is this page. */
  crumbs?: readonly ShareCrumb[];
  /** The list is that of a folder: the only one of the link, or one below it. */
  isInFolder?: boolean;
  /** One page of the list, at most 100. */
  rows: readonly ShareRow[];
  nextHref?: string | null;
  /** View and order of the list, and addresses of the others. */
  tools: ShareToolsProps;
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
  /** Images of the files: left out when there are none. */
  images?: 'covered' | 'shown' | undefined;
}

export function ShareContentView(props: ShareContentProps): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const { title, sender, counts, expiresAtMs, rows, crumbs = [], viewOnly = false, stage } = props;
  const form = crumbs.length === 0 ? props.titleForm : 'name';
  if (props.topHref !== undefined) return <NoFolder title={title} sender={sender} topHref={props.topHref} />;
  const searched = props.tools.search?.text ? props.tools.search : undefined;
  const only = stage && rows.length === 1 ? rows[0] : undefined;
  const ends = expiresAtMs === null ? null : t('share.open_until', { date: format.dateAndTimeInZone(expiresAtMs) });
  if (only && stage) return <OneFile {...props} row={only} stage={stage} ends={ends} />;
  const canZip = !viewOnly && rows.length > 0;
  // Of files alone nothing new can come.
  const hasFolder = props.isInFolder === true || searched !== undefined || rows.some(({ href }) => href !== undefined);
  const facts = [
    counts && form !== 'files' && (counts.fileCount > 0 || counts.folderCount === 0)
      ? tn('share.files', counts.fileCount)
      : null,
    counts && form !== 'files' && counts.folderCount > 0 ? tn('share.folders', counts.folderCount) : null,
    props.totalBytes === undefined ? null : format.bytes(props.totalBytes),
    ends,
  ];
  return (
    <div className="group mx-auto flex w-full max-w-6xl flex-col gap-4">
      {crumbs.length > 0 ? <Crumbs crumbs={crumbs} /> : null}
      <ShareHead title={crumbs.at(-1)?.name ?? title} sender={sender} saysSender={form !== 'name'} facts={facts}>
        <ShareActs save={props.save} viewOnly={viewOnly} canZip={canZip} error={props.downloadError} />
      </ShareHead>
      {props.note ? <OwnerNote text={props.note} /> : null}
      {props.previewed ? <SharePreview file={props.previewed} /> : null}
      <ShareTools {...props.tools} />
      {searched ? (
        <p className="flex flex-wrap items-center gap-x-3 text-sm" role="status">
          <span className="wrap-anywhere">{t('share.search.results', { text: searched.text })}</span>
          <a className="link py-1" href={searched.clearHref}>
            {t('share.search.clear')}
          </a>
        </p>
      ) : null}
      <ShareList rows={rows} view={props.tools.view} canChoose={canZip} isFound={searched !== undefined} />
      {props.nextHref ? (
        <div className="text-center">
          <Button href={props.nextHref} rel="next">
            {t('share.next_page')}
          </Button>
        </div>
      ) : null}
      <PageEnd {...props} canFollow={props.canFollow === true && hasFolder && !viewOnly} />
    </div>
  );
}

type OneFileProps = ShareContentProps & {
  readonly row: ShareRow;
  readonly stage: NonNullable<ShareContentProps['stage']>;
  /** When the link ends: a sentence. */
  readonly ends: string | null;
};

/** A link to one file: the file itself, then what it is and from whom. */
function OneFile({ row, stage, ends, ...props }: OneFileProps): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { viewOnly = false } = props;
  const link =
    row.previewHref === undefined ? undefined : (
      <a className="share-link" href={row.previewHref} data-bytes={row.sizeBytes} data-mime={row.mime}>
        {props.title}
      </a>
    );
  const facts = [
    format.bytes(row.sizeBytes ?? 0),
    <time key="time" dateTime={rowTime(row.modifiedMs)}>
      {format.date(row.modifiedMs)}
    </time>,
    ends,
  ];
  return (
    <div
      className="mx-auto flex w-full max-w-6xl flex-col gap-4"
      data-shared-list="one"
      data-saved-label={t('share.save.before')}
    >
      {props.previewed ? <SharePreview file={props.previewed} /> : <Stage row={row} {...stage} />}
      <ShareHead title={props.title} titleLink={link} sender={props.sender} facts={facts}>
        <ShareActs
          save={props.save}
          viewOnly={viewOnly}
          downloadHref={row.downloadHref}
          canZip={false}
          error={props.downloadError}
        />
      </ShareHead>
      {props.note ? <OwnerNote text={props.note} /> : null}
      <PageEnd {...props} canFollow={false} />
    </div>
  );
}

/** Actions that few visitors look for. */
function PageEnd({ images, canFollow, canForget, reportHref }: ShareContentProps): ReactNode {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-5">
      {canFollow ? <FollowForm /> : null}
      {images ? <CoverForm images={images} /> : null}
      {canForget ? <ForgetForm /> : null}
      <ReportLink href={reportHref} />
    </div>
  );
}

/** The folder of the address is not in the share: it was, or another one was meant. */
function NoFolder(props: Pick<ShareContentProps, 'title' | 'sender'> & { topHref: string }): ReactNode {
  const { t } = useT();
  const { title, sender, topHref } = props;
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-4">
      <ShareHead title={title} sender={sender} facts={[]} />
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

/** Hides all images of shares behind icons, here and in later shares, or shows them again. */
function CoverForm({ images }: { images: 'covered' | 'shown' }): ReactNode {
  const { t } = useT();
  return (
    <form method="post">
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
    <form method="post">
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
    <form method="post">
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
    <section className="card p-4" aria-label={t('share.note')}>
      <p className="text-sm whitespace-pre-line break-words">{text}</p>
    </section>
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
    <section aria-label={t('share.list')} data-shared-list={view} data-saved-label={t('share.save.before')}>
      <div className={view === 'grid' && rows.length > 0 ? undefined : 'card overflow-hidden'}>
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
    <nav aria-label={t('share.path')} className="-mb-3">
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
