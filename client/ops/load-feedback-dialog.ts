/** Loads the feedback form at first use. Passed to the drive, which does not import this feature. */
import type { ComponentType } from 'react';
import type { ApiClient } from '#client/api/client.ts';
import { withTexts } from '#client/ui/later-texts.ts';
import type { FeedbackDialogProps } from './feedback-dialog.tsx';

export type BoundFeedbackDialog = ComponentType<Pick<FeedbackDialogProps, 'onClose'>>;

/** @param api  the client for the user's calls. @param userId  whose drafts are stored */
export function feedbackDialogLoader(api: ApiClient, userId: string): () => Promise<BoundFeedbackDialog> {
  return async () => {
    const [{ createElement }, { FeedbackDialog }] = await Promise.all([
      import('react'),
      withTexts(import('./feedback-dialog.tsx')),
    ]);
    return (props) => createElement(FeedbackDialog, { ...props, api, userId });
  };
}
