/** A document as a form, with what is wrong in it. Made from its schema (shared/document-form). */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { ShownForm } from '#shared/document-form/show.ts';
import { Field, Fields, isWrong } from './node.view.tsx';
import { Errors, FocusPlace } from './parts.view.tsx';

export interface DocumentFormProps {
  readonly action: string;
  readonly base: number;
  readonly draftRevision: number;
  readonly note: string;
  readonly form: ShownForm;
}

export function DocumentForm({ action, base, draftRevision, note, form }: DocumentFormProps): ReactNode {
  const { root, others, focusAt } = form;
  return (
    <form method="post" action={action} className="mt-6 grid gap-6" data-document-form>
      <input type="hidden" name="base" value={base} />
      <input type="hidden" name="revision" value={draftRevision} />
      <input type="hidden" name="form" value="1" />
      {/* Enter in a field saves the draft; without it the first button of the form would be pressed. */}
      <button type="submit" name="act" value="draft" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <div data-fields className="grid gap-6">
        {isWrong(root) || others.length > 0 ? (
          <Notice tone="danger">
            <p className="font-semibold">Some fields are wrong. Each says why; what you typed stays.</p>
            {others.map((message) => (
              <p key={message}>{message}</p>
            ))}
          </Notice>
        ) : null}
        <FocusPlace value={focusAt}>
          <Root root={root} />
        </FocusPlace>
      </div>
      <TextField label="Note for the history" name="note" defaultValue={note} maxLength={500} autoComplete="off" />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="act" value="publish" variant="primary">
          Publish
        </Button>
        <Button type="submit" name="act" value="draft">
          Save and check the draft
        </Button>
      </div>
    </form>
  );
}

/** The document itself, and the default of one with variants, need no heading. */
function Root({ root }: { root: ShownForm['root'] }): ReactNode {
  if (root.kind !== 'object') return <Field node={root} />;
  return (
    <>
      <Errors node={root} />
      {root.fields.map((node) =>
        node.kind === 'object' && node.at === '/default' ? (
          <div key={node.at} className="grid gap-6">
            <Errors node={node} />
            <Fields nodes={node.fields} />
          </div>
        ) : (
          <Field key={node.at} node={node} />
        ),
      )}
    </>
  );
}
