/** The text of a document as it is stored, and its problems, line by line. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { classes } from '#client/ui/classes.ts';
import { Notice } from '#client/ui/controls.tsx';
import { TextField } from '#client/ui/text-field.tsx';

export interface ShownProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
  /** The line itself, cut. */
  readonly excerpt: string;
}

export interface EditorProps {
  action: string;
  text: string;
  /** Version that the text was edited from. */
  base: number;
  draftRevision: number;
  note: string;
  problems: readonly ShownProblem[];
  /** One line about the syntax of the text. */
  form: string;
  /** The text is JSON, below the form of its fields. */
  isJson: boolean;
}

export function EditorForm(props: EditorProps): ReactNode {
  const { action, text, base, draftRevision, note, problems, form, isJson } = props;
  const isWrong = problems.length > 0;
  return (
    <form method="post" action={action} className="mt-6 grid gap-4" data-document-text>
      <input type="hidden" name="base" value={base} />
      <input type="hidden" name="revision" value={draftRevision} />
      {isWrong ? <ProblemList problems={problems} /> : null}
      <div className="field">
        <label htmlFor="text">{isJson ? 'JSON of the whole document' : 'Text'}</label>
        <p id="text-form" className="text-xs text-muted">
          {form}
        </p>
        <textarea
          id="text"
          name="text"
          className="input overflow-x-auto font-mono text-xs leading-6 whitespace-pre"
          rows={Math.max(10, Math.min(30, text.split('\n').length + 1))}
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-invalid={isWrong || undefined}
          aria-describedby={classes('text-form', isWrong && 'problems')}
          defaultValue={text}
        />
      </div>
      <TextField
        label={isJson ? 'Note on the JSON' : 'Note for the history'}
        name="note"
        defaultValue={note}
        maxLength={500}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="act" value="publish" variant={isJson ? 'quiet' : 'primary'}>
          {isJson ? 'Publish the JSON' : 'Publish'}
        </Button>
        <Button type="submit" name="act" value="draft">
          {isJson ? 'Save the JSON as the draft' : 'Save and check the draft'}
        </Button>
      </div>
    </form>
  );
}

function ProblemList({ problems }: { problems: readonly ShownProblem[] }): ReactNode {
  return (
    <Notice tone="danger">
      <div id="problems">
        <p className="font-semibold">
          {problems.length === 1 ? '1 problem' : `${problems.length} problems`} with this text. It is saved as a draft
          and is not live.
        </p>
        <ol className="mt-2 grid gap-2">
          {problems.map(({ line, column, message, excerpt }) => (
            <li key={`${line}:${column}:${message}`}>
              <p className="break-words">
                Line {line}, column {column}: {message}
              </p>
              {excerpt ? (
                <code className="block overflow-hidden font-mono text-xs text-ellipsis whitespace-pre">{`${line} | ${excerpt}`}</code>
              ) : null}
            </li>
          ))}
        </ol>
      </div>
    </Notice>
  );
}
