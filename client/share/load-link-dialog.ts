/** Loads the link dialog, the copying and the search of links at first use, bound to the document's request client. */
import type { ComponentType } from 'react';
import type { ApiClient } from '#client/api/client.ts';
import { loadOnce } from '#client/api/late-part.ts';
import type { FindLinks, LinkCopier } from '#client/drive/index.ts';
import { withTexts } from '#client/ui/later-texts.ts';
import type { AskMarks } from '#shared/drive/shared-mark.ts';
import type { LinkDialogProps } from './dialog/link-dialog.tsx';

export type BoundLinkDialog = ComponentType<Omit<LinkDialogProps, 'api'>>;

export function linkDialogLoader(client: ApiClient): () => Promise<BoundLinkDialog> {
  return loadOnce(() => loadDialog(client));
}

export function linkCopierLoader(client: ApiClient): () => Promise<LinkCopier> {
  return loadOnce(async () => {
    const [{ makeLinkCopier }, { makeLinkApi }] = await Promise.all([
      import('./link-copier.ts'),
      import('./link.api.ts'),
    ]);
    return makeLinkCopier(makeLinkApi(client), () => Date.now());
  });
}

/** Asks which files are shared; the call is loaded with the first question. */
export function marksAsker(client: ApiClient): AskMarks {
  const load = loadOnce(async () => (await import('./ask-marks.ts')).makeAskMarks(client));
  return async (fileIds) => (await load())(fileIds);
}

export function linkFinder(client: ApiClient): FindLinks {
  const load = loadOnce(async () => (await import('./find-links.ts')).makeFindLinks(client));
  return async (text, signal) => (await load())(text, signal);
}

async function loadDialog(client: ApiClient): Promise<BoundLinkDialog> {
  const [{ createElement }, { LinkDialog }, { makeLinkApi }] = await Promise.all([
    import('react'),
    withTexts(import('./dialog/link-dialog.tsx')),
    import('./link.api.ts'),
  ]);
  const api = makeLinkApi(client);
  return (props) => createElement(LinkDialog, { ...props, api });
}
