/** Makes the content of one file by its kind. Players, frame and archives are loaded at first use. */
import { probe, readStart, withFreshLink } from './content.ts';
import { extensionOf, isTooLarge, kindOf, type PreviewKind } from './kinds.rules.ts';
import { showPicture } from './picture/picture.ts';
import { PreviewError } from './preview-error.ts';
import type { PreviewItem, ShowContext, Shown } from './preview-types.ts';
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

/** The kind by the name and type, or by the first bytes where these say nothing, or one of two. @throws PreviewError */
async function knownKind({ item, link, signal }: ShowContext): Promise<{ item: PreviewItem; kind: PreviewKind }> {
  const kind = kindOf(item);
  const isStreamOrCode = extensionOf(item.name) === 'ts';
  if ((kind.kind !== 'other' && !isStreamOrCode) || item.sizeBytes === 0) return { item, kind };
  const { FIRST_BYTES, isTransportStream, mimeOfBytes } = await import('./first-bytes.rules.ts');
  const bytes = await withFreshLink(link, (url) => readStart(url, Math.min(FIRST_BYTES, item.sizeBytes), signal));
  if (isStreamOrCode)
    return { item, kind: isTransportStream(bytes) ? { kind: 'video' } : { kind: 'frame', format: 'code' } };
  const known = { ...item, mime: mimeOfBytes(bytes) || item.mime };
  return { item: known, kind: kindOf(known) };
}

/** @throws PreviewError */
export async function present(given: ShowContext): Promise<Shown> {
  const { host } = given;
  const { item, kind } = await knownKind(given);
  const context = { ...given, item };
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
