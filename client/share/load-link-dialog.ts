/** Loads the link dialog and the copying of links at first use, bound to the document's request client. */
import type { ComponentType } from 'react';
import type { ApiClient } from '#client/api/client.ts';
import type { LinkCopier } from '#client/drive/index.ts';
import type { AskMarks } from '#shared/drive/shared-mark.ts';
import type { LinkDialogProps } from './dialog/link-dialog.tsx';

export type BoundLinkDialog = ComponentType<Omit<LinkDialogProps, 'api'>>;

export function linkDialogLoader(client: ApiClient): () => Promise<BoundLinkDialog> {
  return once(() => loadDialog(client));
}

export function linkCopierLoader(client: ApiClient): () => Promise<LinkCopier> {
  return once(async () => {
    const [{ makeLinkCopier }, { makeLinkApi }] = await Promise.all([
      import('./link-copier.ts'),
      import('./link.api.ts'),
    ]);
    return makeLinkCopier(makeLinkApi(client), () => Date.now());
  });
}

/** Asks which files are shared; the call is loaded with the first question. */
export function marksAsker(client: ApiClient): AskMarks {
  const load = once(async () => (await import('./ask-marks.ts')).makeAskMarks(client));
  return async (fileIds) => (await load())(fileIds);
}

/** Loads a part once, and again after a failure. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function loadDialog(client: ApiClient): Promise<BoundLinkDialog> {
  const [{ createElement }, { LinkDialog }, { makeLinkApi }] = await Promise.all([
    import('react'),
    import('./dialog/link-dialog.tsx'),
    import('./link.api.ts'),
  ]);
  const api = makeLinkApi(client);
  return (props) => createElement(LinkDialog, { ...props, api });
}
