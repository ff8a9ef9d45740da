/** Makes the content of one file by its kind. Players, frame and archives are loaded at first use. */
import { probe, withFreshLink } from './content.ts';
import { isTooLarge, kindOf } from './kinds.rules.ts';
import { showPicture } from './picture/picture.ts';
import { PreviewError } from './preview-error.ts';
import type { ShowContext, Shown } from './preview-types.ts';
import { plainBlock } from './problem.ts';

/** The browser says only that a picture did not load: a request to the address shows why. */
async function loadPicture(context: ShowContext, url: string): Promise<Shown> {
  try {
    return await showPicture(context, url);
  } catch (error) {
    if (context.signal.aborted) throw error;
    await probe(url, context.signal);
    throw error;
  }
}

/** @throws PreviewError */
export async function present(context: ShowContext): Promise<Shown> {
  const { item, host } = context;
  const kind = kindOf(item);
  if (isTooLarge(kind, item.sizeBytes)) throw new PreviewError('large');
  switch (kind.kind) {
    case 'picture':
      return withFreshLink(context.link, (url) => loadPicture(context, url));
    case 'video':
    case 'audio': {
      const { showMedia } = await import('./media/media.ts');
      return showMedia(context, kind.kind);
    }
    case 'frame': {
      const { showDocument } = await import('./document/document.ts');
      return showDocument(context, kind.format);
    }
    case 'archive': {
      const { showArchive } = await import('./archive/archive.ts');
      return showArchive(context);
    }
    default:
      return { element: plainBlock(host, item), end: () => undefined };
  }
}
