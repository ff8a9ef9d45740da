/** The head of a share: its name, its sender and its end, and the actions of a visitor. */
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { PICK_FORM_ID } from './pick-form.ts';
import { type SaveState, SaveToDrive } from './save-to-drive.view.tsx';

export interface ShareSender {
  readonly name: string;
  /** Address of the picture; '' for none. */
  readonly picture: string;
}

interface ShareHeadProps {
  readonly title: string;
  /** Leads to the viewer; left out for a link to several things. */
  readonly titleLink?: ReactNode;
  readonly sender: ShareSender;
  /** The title has the name of the sender. */
  readonly saysSender?: boolean;
  readonly facts: readonly ReactNode[];
  readonly children?: ReactNode;
}

export function ShareHead({
  title,
  titleLink,
  sender,
  saysSender = false,
  facts,
  children,
}: ShareHeadProps): ReactNode {
  const { t } = useT();
  const shown = facts.filter((fact) => fact !== null);
  return (
    <header className="share-head">
      <div className="share-facts">
        <h1 className="share-title">{titleLink ?? title}</h1>
        {sender.name === '' ? null : (
          <div className="flex items-center gap-3 text-sm">
            <SenderPicture sender={sender} />
            <div>
              {saysSender ? null : <p className="wrap-anywhere">{t('share.by', { name: sender.name })}</p>}
              <Facts shown={shown} />
            </div>
          </div>
        )}
      </div>
      {children}
    </header>
  );
}

function Facts({ shown }: { shown: readonly ReactNode[] }): ReactNode {
  if (shown.length === 0) return null;
  return (
    <p className="row-facts">
      {shown.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a page never move
        <span key={at}>{fact}</span>
      ))}
    </p>
  );
}

function SenderPicture({ sender: { name, picture } }: { sender: ShareSender }): ReactNode {
  if (picture !== '') return <img className="share-picture" src={picture} alt="" width="40" height="40" />;
  return (
    <span className="share-initial" aria-hidden="true">
      {initialOf(name)}
    </span>
  );
}

/** The first letter, without the marks that isolate a name in a line. */
function initialOf(name: string): string {
  const [first = ''] = name.replace(/[\u2066-\u2069]/g, '').trim();
  return first.toLocaleUpperCase();
}

interface ShareActsProps {
  readonly save: SaveState;
  readonly viewOnly: boolean;
  /** Address of the content of the one file. */
  readonly downloadHref?: string | null | undefined;
  /** Several things come as one zip file. */
  readonly canZip: boolean;
  /** Why a download was refused: a sentence. */
  readonly error?: string | null | undefined;
}

/** A page has one primary action: that of the block, once it has one of its own. */
const UNASKED: ReadonlySet<SaveState['kind']> = new Set(['ready', 'failed', 'undone', 'started', 'saved']);

export function ShareActs({ save, viewOnly, downloadHref, canZip, error }: ShareActsProps): ReactNode {
  const { t } = useT();
  const variant = UNASKED.has(save.kind) ? 'primary' : 'quiet';
  return (
    <div className="share-acts">
      <form method="post" id={PICK_FORM_ID} hidden data-save-form />
      {downloadHref ? (
        <Button href={downloadHref} variant={variant} icon={<Download size={18} aria-hidden="true" />}>
          {t('share.download')}
        </Button>
      ) : null}
      {canZip ? <ZipButton variant={variant} /> : null}
      {viewOnly ? (
        <p className="text-sm text-muted">{t('share.view_only')}</p>
      ) : (
        <SaveToDrive state={save} canChoose={canZip} />
      )}
      {error ? (
        <p className="w-full text-sm text-danger" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/** Downloads the checked rows, or all: the answer is a download, and the page stays. */
function ZipButton({ variant }: { variant: ButtonVariant }): ReactNode {
  const { t } = useT();
  return (
    <Button
      type="submit"
      form={PICK_FORM_ID}
      name="intent"
      value="zip"
      variant={variant}
      icon={<Download size={18} aria-hidden="true" />}
    >
      <span className="group-has-[input:checked]:hidden">{t('share.zip.all')}</span>
      <span className="hidden group-has-[input:checked]:inline">{t('share.zip.selected')}</span>
    </Button>
  );
}
