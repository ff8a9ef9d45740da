/** A link that an operator hands over: shown once, as the answer to its form. */
import type { ReactNode } from 'react';
import { Notice } from '#client/ui/controls.tsx';
import { href } from '#shared/routes.ts';
import { Moment } from '../acts.view.tsx';
import { LINKS_PART } from './waiting-links.view.tsx';

export interface GivenLink {
  readonly url: string;
  readonly untilMs: number;
  /** The page that shows it lists it too. */
  readonly isHere?: boolean;
}

export function GivenLinkNotice({ link }: { link: GivenLink | null }): ReactNode {
  if (link === null) return null;
  return (
    <Notice tone="ok" className="mt-4">
      <p>
        Give this link to the person only. It works once, until <Moment ms={link.untilMs} />, and is not shown again. It
        can be withdrawn{' '}
        {link.isHere ? (
          'on this page'
        ) : (
          <>
            under{' '}
            <a className="link" href={`${href('ops.document', { document: 'people' })}#${LINKS_PART}`}>
              Links that wait
            </a>
          </>
        )}
        .
      </p>
      <p className="mt-2 break-all font-mono text-sm select-all">{link.url}</p>
    </Notice>
  );
}
