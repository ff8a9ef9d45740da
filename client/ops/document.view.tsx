/** One document in the console: form, problems, changes, history, and its JSON with the documentation of the fields. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice, type NoticeTone } from '#client/ui/controls.tsx';
import { actorName, Moment, type ShownActor } from './acts.view.tsx';
import { Difference, type ShownRun } from './difference.view.tsx';
import { DocumentMarks } from './document-marks.view.tsx';
import { EditorForm, type EditorProps } from './editor.view.tsx';
import { FieldList, type ShownField } from './fields.view.tsx';
import { DocumentForm, type DocumentFormProps } from './form/document-form.view.tsx';
import { HistoryList, type ShownVersion } from './history.view.tsx';
import { OpsPart } from './ops-frame.view.tsx';

export interface DocumentProps {
  name: string;
  title: string;
  action: string;
  version: number;
  settled: boolean;
  draft: { readonly by: ShownActor; readonly atMs: number; readonly base: number } | null;
  notice: { readonly tone: NoticeTone; readonly text: string } | null;
  /** Null: the document has a language of its own, or its text is no JSON. */
  form: DocumentFormProps['form'] | null;
  /** The text has fields that the form leaves out on purpose. */
  hidesText: boolean;
  editor: EditorProps;
  /** The text of another operator and the one that was typed; null without a conflict. */
  conflict: readonly ShownRun[] | null;
  /** Live text to draft; empty without a draft. */
  runs: readonly ShownRun[];
  history: readonly ShownVersion[];
  fields: readonly ShownField[];
  /** Syntax of the text, where there are no fields. */
  example: readonly string[];
  /** Content that only this document has, such as trying an address. */
  children?: ReactNode;
}

export function DocumentView(props: DocumentProps): ReactNode {
  const { name, title, action, version, settled, draft, notice, runs, history, example, children } = props;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-2xl">{title}</h1>
        <DocumentMarks version={version} settled={settled} hasDraft={draft !== null} />
      </div>
      <p className="mt-2 text-sm text-muted">
        <code className="font-mono">{name}</code>
        {draft ? (
          <>
            {' · draft by '}
            {actorName(draft.by)}, <Moment ms={draft.atMs} />
          </>
        ) : null}
      </p>
      {notice ? (
        <Notice tone={notice.tone} className="mt-5">
          {notice.text}
        </Notice>
      ) : null}
      {draft && draft.base !== version ? (
        <Notice tone="warn" className="mt-5">
          This draft is based on version {draft.base}, but version {version} is live now. Publishing it would undo the
          changes in between. Check “Changes” first.
        </Notice>
      ) : null}
      {props.conflict ? (
        <OpsPart id="conflict" title="Theirs and yours" lead="Lines that only yours has are marked with a plus.">
          <Difference runs={props.conflict} label="Difference between the text of the other operator and yours" />
          <p className="mt-3 text-sm">
            Change your fields below and save, or{' '}
            <a className="link" href={action}>
              drop yours and go on with theirs
            </a>
            .
          </p>
        </OpsPart>
      ) : null}
      <Editing {...props} />
      {draft ? (
        <OpsPart id="difference" title="Changes" lead="The draft compared with the live text.">
          <Difference runs={runs} label="Difference between the live text and the draft" />
          <form method="post" action={action} className="mt-4">
            <input type="hidden" name="act" value="discard" />
            <Button type="submit">Discard draft</Button>
          </form>
        </OpsPart>
      ) : null}
      {children}
      <OpsPart id="history" title="History" lead="Rolling back publishes an earlier text as a new version.">
        <HistoryList versions={history} action={action} live={version} />
      </OpsPart>
      {example.length > 0 ? (
        <OpsPart id="example" title="Example">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard */}
          <pre className="card overflow-x-auto p-4 font-mono text-xs leading-6" tabIndex={0}>
            {example.join('\n')}
          </pre>
        </OpsPart>
      ) : null}
    </>
  );
}

/** The form of the fields with the JSON folded below, or the text alone. */
function Editing({ form, hidesText, editor, fields }: DocumentProps): ReactNode {
  if (!editor.isJson) return <EditorForm {...editor} />;
  const { action, base, draftRevision, note } = editor;
  return (
    <>
      {form ? <DocumentForm form={form} action={action} base={base} draftRevision={draftRevision} note={note} /> : null}
      {form && hidesText ? null : (
        <details className="mt-8" open={form === null}>
          <summary className="min-h-11 cursor-pointer content-center font-semibold">JSON</summary>
          <EditorForm {...editor} />
          {fields.length > 0 ? (
            <OpsPart id="fields" title="Fields" lead="From the schema that checks every text.">
              <FieldList fields={fields} />
            </OpsPart>
          ) : null}
        </details>
      )}
    </>
  );
}
