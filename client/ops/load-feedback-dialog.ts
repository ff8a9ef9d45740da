/** Brings the form for the operators when it is first asked for. The drive knows nothing of this feature: it is handed this. */
import type { ComponentType } from 'react';
import type { ApiClient } from '#client/api/client.ts';
import type { FeedbackDialogProps } from './feedback-dialog.tsx';

export type BoundFeedbackDialog = ComponentType<Pick<FeedbackDialogProps, 'onClose'>>;

/** @param api  calls of the person of the page. @param userId  whose drafts are kept */
export function feedbackDialogLoader(api: ApiClient, userId: string): () => Promise<BoundFeedbackDialog> {
  return async () => {
    const [{ createElement }, { FeedbackDialog }] = await Promise.all([
      import('react'),
      import('./feedback-dialog.tsx'),
    ]);
    return (props) => createElement(FeedbackDialog, { ...props, api, userId });
  };
}
