/**
 * Frame of the operators' console: sections above, one column below. In English, like its content: operators share one language
 * with the documents' field names and the log. Forms and links only.
 */
import type { ReactNode } from 'react';
import { SkipLink, ThemeButton } from '#client/shell/frame-parts.view.tsx';
import { Logo } from '#client/ui/logo.tsx';

export interface OpsSection {
  readonly href: string;
  readonly label: string;
}

export interface OpsFrameProps {
  sections: readonly OpsSection[];
  /** Address of the section that is shown. */
  current: string;
  /** The signed-in operator. */
  person: string;
  homeHref: string;
  children: ReactNode;
}

export function OpsFrame({ sections, current, person, homeHref, children }: OpsFrameProps): ReactNode {
  const shown = sections.find(({ href }) => href === current);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-line">
        <div className="mx-auto flex w-full max-w-5xl flex-wrap items-center gap-x-6 px-4 py-2 sm:px-6">
          <a href={homeHref} className="inline-flex rounded-sm">
            <Logo />
          </a>
          <nav aria-label="Administration" className="order-last w-full">
            <details className="sm:hidden">
              <summary className="min-h-11 cursor-pointer content-center text-sm font-semibold text-muted">
                Sections{shown ? <span className="text-accent">: {shown.label}</span> : null}
              </summary>
              <SectionList sections={sections} current={current} className="grid grid-cols-2 gap-x-4 pb-2" />
            </details>
            <SectionList sections={sections} current={current} className="hidden flex-wrap gap-x-3 sm:flex" />
          </nav>
          <p className="ms-auto min-w-0 truncate text-sm text-muted">{person}</p>
          <ThemeButton />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-5xl flex-1 px-4 py-8 focus:outline-none sm:px-6">
        {children}
      </main>
    </div>
  );
}

function SectionList({
  sections,
  current,
  className,
}: Pick<OpsFrameProps, 'sections' | 'current'> & { className: string }): ReactNode {
  return (
    <ul className={className}>
      {sections.map(({ href, label }) => (
        <li key={href}>
          <a
            href={href}
            className="flex min-h-11 items-center text-sm font-semibold text-muted hover:text-ink aria-[current]:text-accent"
            aria-current={href === current ? 'page' : undefined}
          >
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** A section of a page. */
export function OpsPart({
  id,
  title,
  lead,
  children,
}: {
  id: string;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
}): ReactNode {
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      {lead ? <p className="mt-1 text-sm text-muted">{lead}</p> : null}
      <div className="mt-4">{children}</div>
    </section>
  );
}
