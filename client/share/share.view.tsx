/**
 * A share as its visitor sees it: the list, the passcode form, or the reason why it is closed. Complete in the first HTML;
 * forms post
 * to this address.
 */
import type { ReactNode } from 'react';
import type { HumanCheck } from '#client/shield/index.ts';
import { PassCodeView } from './pass-code.view.tsx';
import { type RefusedStatus, RefusedView } from './refused.view.tsx';
import { type ShareContentProps, ShareContentView } from './share-content.view.tsx';

export interface LockedShare {
  status: 'PASS_CODE_EMPTY' | 'PASS_CODE_ERROR';
  /** Name of the sender, when the cover may show it. */
  ownerName?: string;
  /** Replaces the usual sentence after a wrong code, as after too many attempts. */
  error?: string | null;
  /** The typed code that waits for a human check. */
  held?: { readonly passCode: string; readonly check: HumanCheck } | null;
  /** The sent code, to be corrected. */
  typed?: string;
  /** The page that reports this link. */
  reportHref?: string;
  /** For the owner alone: the terms of the link. */
  manageHref?: string;
}

export interface RefusedShare {
  status: RefusedStatus;
  homeHref: string;
  /** For the owner alone: the terms of the link. */
  manageHref?: string;
}

export type ShareViewProps = ({ status: 'OK' } & ShareContentProps) | LockedShare | RefusedShare;

export function ShareView(props: ShareViewProps): ReactNode {
  switch (props.status) {
    case 'OK':
      return <ShareContentView {...props} />;
    case 'PASS_CODE_EMPTY':
    case 'PASS_CODE_ERROR':
      return (
        <PassCodeView
          wrong={props.status === 'PASS_CODE_ERROR'}
          ownerName={props.ownerName}
          error={props.error}
          held={props.held}
          typed={props.typed}
          reportHref={props.reportHref}
          manageHref={props.manageHref}
        />
      );
    default:
      return <RefusedView status={props.status} homeHref={props.homeHref} manageHref={props.manageHref} />;
  }
}
