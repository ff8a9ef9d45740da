/** Loads the link dialog at first use, bound to the document's request client. */
import type { ComponentType } from 'react';
import type { ApiClient } from '#client/api/client.ts';
import type { LinkDialogProps } from './link-dialog.tsx';

export type BoundLinkDialog = ComponentType<Omit<LinkDialogProps, 'api'>>;

export function linkDialogLoader(client: ApiClient): () => Promise<BoundLinkDialog> {
  let loading: Promise<BoundLinkDialog> | null = null;
  return () => {
    loading ??= bring(client).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
}

async function bring(client: ApiClient): Promise<BoundLinkDialog> {
  const [{ createElement }, { LinkDialog }, { makeLinkApi }] = await Promise.all([
    import('react'),
    import('./link-dialog.tsx'),
    import('./link.api.ts'),
  ]);
  const api = makeLinkApi(client);
  return (props) => createElement(LinkDialog, { ...props, api });
}
