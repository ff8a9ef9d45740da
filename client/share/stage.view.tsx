/**
 * The one file of a link, large: its picture, its first page, its player, the beginning of its text, or a tile in the colour of its type.
 * Complete without script. With one, a press opens the viewer.
 */
import type { ReactNode } from 'react';
import { FileIcon, kindClass } from '#client/ui/file-icon.tsx';
import type { ShareRow } from './share-row.view.tsx';

/** Facts of the file besides its row. */
export interface StageProps {
  readonly row: ShareRow;
  /** Address of the large image; '' for none. */
  readonly imageHref: string;
  /** Pixels of the picture; null while they are not known, and with them whether there is an image. */
  readonly imageSize: { readonly width: number; readonly height: number } | null;
  /** The beginning of a text; '' for none. */
  readonly textStart: string;
  /** Type of the content, as its name says. */
  readonly mime: string;
}

/** Types that every browser plays. The viewer tries the others, and says what it cannot do. */
const PLAYED = /^(video\/(mp4|webm|quicktime|x-m4v)|audio\/(mpeg|mp4|aac|ogg|wav|flac))$/;

export function Stage(props: StageProps): ReactNode {
  const { row, mime } = props;
  const { downloadHref } = row;
  if (downloadHref === undefined || !PLAYED.test(mime))
    return (
      <div className="stage">
        <StageLink row={row}>
          <StageContent {...props} />
        </StageLink>
      </div>
    );
  if (row.kind === 'video')
    return (
      <div className="stage">
        {/* biome-ignore lint/a11y/useMediaCaption: a shared film has the captions that its owner put beside it, and the viewer adds them */}
        <video
          className="stage-film"
          src={downloadHref}
          poster={props.imageHref || undefined}
          controls
          playsInline
          preload="none"
          aria-label={row.name}
        />
      </div>
    );
  return (
    <div className="stage">
      <StageLink row={row}>
        <StageContent {...props} />
      </StageLink>
      {/* biome-ignore lint/a11y/useMediaCaption: audio of people has no captions */}
      <audio className="block w-full p-2" src={downloadHref} controls preload="none" aria-label={row.name} />
    </div>
  );
}

/** Screen readers and the keyboard use the link of the title. */
const BY_POINTER = { tabIndex: -1, 'aria-hidden': true } as const;

function StageLink({ row, children }: { row: ShareRow; children: ReactNode }): ReactNode {
  if (row.previewHref === undefined) return children;
  return (
    <a
      className="stage-link block"
      href={row.previewHref}
      data-bytes={row.sizeBytes}
      data-mime={row.mime}
      {...BY_POINTER}
    >
      {children}
    </a>
  );
}

function StageContent({ row, imageHref, imageSize, textStart }: StageProps): ReactNode {
  if (imageHref !== '') {
    const { width, height } = imageSize ?? { width: 4, height: 3 };
    return (
      <span className={`stage-image ${kindClass(row.kind)}`}>
        {imageSize ? null : <FileIcon kind={row.kind} size={72} />}
        <img
          className={imageSize ? undefined : 'stage-guess'}
          src={imageHref}
          alt=""
          width={width}
          height={height}
          fetchPriority="high"
        />
      </span>
    );
  }
  if (textStart !== '') return <span className="stage-text">{textStart}</span>;
  return (
    <span className={`stage-tile ${kindClass(row.kind)}`}>
      <FileIcon kind={row.kind} size={72} />
    </span>
  );
}
