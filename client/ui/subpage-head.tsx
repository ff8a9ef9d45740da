/** The head of a page below another one: the way back to it, and the title. */
import type { ReactNode } from 'react';

interface SubpageHeadProps {
  /** Address and title of the page above. */
  readonly backHref: string;
  readonly back: string;
  readonly title: string;
  /** More about the page. */
  readonly children?: ReactNode;
}

export function SubpageHead({ backHref, back, title, children }: SubpageHeadProps): ReactNode {
  return (
    <div className="min-w-0">
      <a className="link text-sm" href={backHref}>
        {back}
      </a>
      <h1 className="page-title">{title}</h1>
      {children}
    </div>
  );
}
