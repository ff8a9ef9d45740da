/**
 * Frame of the operators' console: groups of sections above, one column below. In English, like its content: operators share one language
 * with the documents' field names and the log. Forms and links only.
 */
import type { ReactNode } from 'react';
import { SkipLink, ThemeButton } from '#client/shell/frame-parts.view.tsx';
import { Logo } from '#client/ui/logo.tsx';

export interface OpsSection {
  readonly href: string;
  readonly label: string;
}

export interface OpsGroup {
  readonly label: string;
  /** The first is where the group leads. */
  readonly sections: readonly OpsSection[];
}

export interface OpsFrameProps {
  groups: readonly OpsGroup[];
  /** Address of the section that is shown. */
  current: string;
  /** The signed-in operator, and the role. */
  person: string;
  role: string;
  homeHref: string;
  children: ReactNode;
}

const LINK = 'flex min-h-11 items-center text-sm font-semibold text-muted hover:text-ink aria-[current]:text-accent';

export function OpsFrame({ groups, current, person, role, homeHref, children }: OpsFrameProps): ReactNode {
  const group = groups.find(({ sections }) => sections.some(({ href }) => href === current));
  const shown = group?.sections.find(({ href }) => href === current);
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
              {groups.map(({ label, sections }) => (
                <div key={label} className="pb-2">
                  <p className="pt-2 text-xs text-muted">{label}</p>
                  <SectionList sections={sections} current={current} className="grid grid-cols-2 gap-x-4" />
                </div>
              ))}
            </details>
            <div className="hidden sm:block">
              <ul className="flex flex-wrap gap-x-6">
                {groups.map(({ label, sections }) => (
                  <li key={label}>
                    <a href={sections[0]?.href} className={LINK} aria-current={label === group?.label || undefined}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
              {group ? (
                <SectionList
                  sections={group.sections}
                  current={current}
                  className="flex flex-wrap gap-x-5 border-t border-line"
                />
              ) : null}
            </div>
          </nav>
          <p className="ms-auto min-w-0 truncate text-sm text-muted">
            {person} · {role}
          </p>
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
}: {
  sections: readonly OpsSection[];
  current: string;
  className: string;
}): ReactNode {
  return (
    <ul className={className}>
      {sections.map(({ href, label }) => (
        <li key={href}>
          <a href={href} className={LINK} aria-current={href === current ? 'page' : undefined}>
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
