/**
 * The file that the address of a share names, for browsers without script: pictures, videos and audio by the browser's own elements,
 * text as text, everything else by its download. With a script the viewer opens instead.
 */
import type { ReactNode } from 'react';
import { kindOf } from '#client/preview/kinds.rules.ts';
import { Button } from '#client/ui/button.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { SHOW_QUERY } from '#shared/content/show-as-text.ts';

export interface SharedFile {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly sizeBytes: number;
  /** A signed address on the content origin. */
  readonly downloadHref: string;
  /** This page without the file. */
  readonly closeHref: string;
}

/** Texts are shown in a frame up to this size. */
const MAX_TEXT_BYTES = 5_242_880;

function Content({ file }: { file: SharedFile }): ReactNode {
  const { name, downloadHref, sizeBytes } = file;
  const kind = kindOf(file);
  if (kind.kind === 'picture') return <img className="mx-auto max-w-full" src={downloadHref} alt={name} />;
  // biome-ignore lint/a11y/useMediaCaption: a shared film has the captions that its owner put beside it, and a script adds them
  if (kind.kind === 'video') return <video className="w-full" src={downloadHref} controls preload="metadata" />;
  // biome-ignore lint/a11y/useMediaCaption: audio of people has no captions
  if (kind.kind === 'audio') return <audio className="w-full" src={downloadHref} controls preload="metadata" />;
  const isText = kind.kind === 'frame' && ['text', 'code', 'markdown', 'csv'].includes(kind.format);
  if (!isText || sizeBytes > MAX_TEXT_BYTES) return null;
  return (
    <iframe
      className="h-80 w-full rounded-md border border-line bg-white"
      title={name}
      sandbox=""
      src={`${downloadHref}&${SHOW_QUERY}`}
    />
  );
}

export function SharePreview({ file }: { file: SharedFile }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  return (
    <noscript>
      <section className="mt-6 grid gap-4" aria-label={file.name} data-previewed={file.id}>
        <h2 className="text-lg">{file.name}</h2>
        <Content file={file} />
        <div className="flex flex-wrap items-center gap-3">
          <Button href={file.downloadHref} variant="primary" download>
            {t('share.download')}
          </Button>
          <Button href={file.closeHref}>{t('ui.close')}</Button>
          <span className="text-sm text-muted">{format.bytes(file.sizeBytes)}</span>
        </div>
      </section>
    </noscript>
  );
}
