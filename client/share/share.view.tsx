/**
 * A shared link as its visitor sees it: the list, or the passcode question, or why it is closed. Whole in the first HTML; forms post to this address.
 */
import type { ReactNode } from 'react';
import type { HumanCheck } from '#client/auth/sign-in/code-parts.view.tsx';
import { PassCodeView } from './pass-code.view.tsx';
import { type RefusedStatus, RefusedView } from './refused.view.tsx';
import { type ShareContentProps, ShareContentView } from './share-content.view.tsx';

export interface LockedShare {
  status: 'PASS_CODE_EMPTY' | 'PASS_CODE_ERROR';
  /** Who shared it, when the cover may tell. */
  ownerName?: string;
  /** Replaces the usual sentence after a wrong code, e.g. when too many were tried. */
  error?: string | null;
  /** What was typed and waits for a human check; the check is still to be passed. */
  held?: { readonly passCode: string; readonly check: HumanCheck } | null;
  /** What was sent, to be corrected. */
  typed?: string;
}

export interface RefusedShare {
  status: RefusedStatus;
  homeHref: string;
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
        />
      );
    default:
      return <RefusedView status={props.status} homeHref={props.homeHref} />;
  }
}
