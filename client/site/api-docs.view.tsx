/**
 * The calls of the API as a page to read: one section a feature, one block a call. Its labels are data: the page is English.
 */
import type { ReactNode } from 'react';

export interface ApiInput {
  name: string;
  /** `path`, `query` or `body`. */
  place: string;
  type: string;
  required: boolean;
}

export interface ApiCall {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** Sentences about who may call and how a repeat is treated. */
  notes: readonly string[];
  inputs: readonly ApiInput[];
  /** `file_not_found`, 404, 5. */
  errors: readonly { name: string; status: number; code: number }[];
}

export interface ApiDocsProps {
  title: string;
  rules: readonly string[];
  /** Address of the machine-readable document. */
  documentHref: string;
  labels: Readonly<
    Record<'document' | 'rules' | 'contents' | 'inputs' | 'errors' | 'required' | 'status' | 'number', string>
  >;
  groups: readonly { id: string; title: string; calls: readonly ApiCall[] }[];
}

export function ApiDocsView({ title, rules, documentHref, labels, groups }: ApiDocsProps): ReactNode {
  return (
    <div lang="en" className="mx-auto w-full max-w-4xl px-4 pt-6 sm:px-6 md:pt-12">
      <h1 className="site-title">{title}</h1>
      <p className="mt-4">
        <a className="link" href={documentHref}>
          {labels.document}
        </a>
      </p>
      <h2 className="mt-10 text-lg">{labels.rules}</h2>
      <ul className="mt-3 grid gap-2 text-sm text-muted">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      <nav aria-label={labels.contents} className="mt-10">
        <ul className="flex flex-wrap gap-x-5 gap-y-2">
          {groups.map((group) => (
            <li key={group.id}>
              <a className="link" href={`#${group.id}`}>
                {group.title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {groups.map((group) => (
        <section key={group.id} aria-labelledby={group.id} className="mt-14">
          <h2 id={group.id} className="text-xl">
            {group.title}
          </h2>
          {group.calls.map((call) => (
            <Call key={call.id} call={call} labels={labels} />
          ))}
        </section>
      ))}
    </div>
  );
}

function Call({ call, labels }: { call: ApiCall; labels: ApiDocsProps['labels'] }): ReactNode {
  return (
    <article id={call.id} className="card mt-6 p-5">
      <h3 className="font-mono text-sm">
        <span className="me-3 text-accent">{call.method}</span>
        {call.path}
      </h3>
      <p className="mt-2">{call.summary}</p>
      {call.notes.map((note) => (
        <p key={note} className="mt-1 text-sm text-muted">
          {note}
        </p>
      ))}
      {call.inputs.length > 0 ? (
        <>
          <h4 className="mt-4 text-xs text-muted">{labels.inputs}</h4>
          <dl className="mt-1 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
            {call.inputs.map((input) => (
              <div key={`${input.place} ${input.name}`} className="flex flex-wrap gap-x-2">
                <dt className="font-mono">{input.name}</dt>
                <dd className="text-muted">
                  {input.place}, {input.type}
                  {input.required ? `, ${labels.required}` : ''}
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : null}
      <h4 className="mt-4 text-xs text-muted">{labels.errors}</h4>
      <ul className="mt-1 grid gap-x-6 gap-y-1 text-sm sm:grid-cols-2">
        {call.errors.map((error) => (
          <li key={error.name}>
            <span className="font-mono">{error.name}</span>{' '}
            <span className="text-muted">
              {labels.status} {error.status}, {labels.number} {error.code}
            </span>
          </li>
        ))}
      </ul>
    </article>
  );
}
