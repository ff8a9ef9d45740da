/** The sheet that the pages around an account share: mark, heading, what happened, the form, other ways. */
import type { ReactNode } from 'react';
import { Card, Notice } from '#client/ui/controls.tsx';
import { Mark } from '#client/ui/logo.tsx';

export interface AccountCardProps {
  title: string;
  lead: string;
  /** What just happened. */
  notice?: ReactNode;
  /** A whole sentence. */
  error?: string | null;
  children?: ReactNode;
  /** Links to the other pages, under a line. */
  other?: ReactNode;
}

export function AccountCard({ title, lead, notice, error, children, other }: AccountCardProps): ReactNode {
  return (
    <div className="mx-auto my-auto w-full max-w-md px-4 py-8">
      <Card className="relative overflow-hidden p-6 shadow-md sm:p-9">
        <div className="iridescent absolute inset-x-0 top-0 h-1" />
        <Mark size={52} />
        <h1 className="mt-4 text-2xl">{title}</h1>
        <p className="mt-2 text-muted">{lead}</p>
        {notice ? <Notice className="mt-5">{notice}</Notice> : null}
        {error ? (
          <Notice tone="danger" className="mt-5">
            {error}
          </Notice>
        ) : null}
        {children}
        {other ? (
          <div className="mt-6 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-5 text-sm">{other}</div>
        ) : null}
      </Card>
    </div>
  );
}
