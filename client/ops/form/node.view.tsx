/** One field of a form and everything in it: lists, rows, groups, texts in all languages. */
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { type FormNode, MARKS } from '#shared/document-form/node.ts';
import { DEFAULT_LOCALE } from '#shared/locale/tags.ts';
import { ChoicesField, LeafField, LeaveButton, SwitchField } from './leaf.view.tsx';
import { ActButton, describedBy, Errors, Help, idOf, Marks, useFieldFocus, useGroupFocus } from './parts.view.tsx';

type NodeOf<Kind extends FormNode['kind']> = Extract<FormNode, { readonly kind: Kind }>;

const ICON = { size: 18, 'aria-hidden': true } as const;

export function Field({ node }: { node: FormNode }): ReactNode {
  switch (node.kind) {
    case 'switch':
      return <SwitchField node={node} />;
    case 'choices':
      return <ChoicesField node={node} />;
    case 'unset':
      return <UnsetField node={node} />;
    case 'languages':
      return <LanguageFields node={node} />;
    case 'list':
      return <ListField node={node} />;
    case 'record':
      return <RecordField node={node} />;
    case 'object':
      return (
        <Group node={node}>
          <Fields nodes={node.fields} />
        </Group>
      );
    case 'variant':
      return <VariantField node={node} />;
    default:
      return <LeafField node={node} />;
  }
}

/** Short fields stand side by side where there is space. */
export function Fields({ nodes }: { nodes: readonly FormNode[] }): ReactNode {
  return (
    <div className="grid items-start gap-6 sm:grid-cols-2">
      {nodes.map((node) => (
        <div key={`${node.kind} ${node.at}`} className={classes('min-w-0', !isShort(node) && 'sm:col-span-2')}>
          <Field node={node} />
        </div>
      ))}
    </div>
  );
}

function isShort(node: FormNode): boolean {
  return ['number', 'scaled', 'choice', 'switch'].includes(node.kind) || (node.kind === 'text' && node.rows === 0);
}

/** Whether anything in it is wrong. */
export function isWrong(node: FormNode): boolean {
  if (node.errors.length > 0) return true;
  switch (node.kind) {
    case 'languages':
      return node.texts.some((text) => isWrong(text.node));
    case 'list':
      return node.entries.some((entry) => isWrong(entry.node));
    case 'record':
      return node.rows.some((row) => isWrong(row.node));
    case 'object':
    case 'variant':
      return node.fields.some(isWrong);
    default:
      return false;
  }
}

function Group({ node, children }: { node: FormNode; children: ReactNode }): ReactNode {
  return (
    <fieldset
      id={idOf(node.at)}
      className="min-w-0 border-s-2 border-line ps-4"
      aria-describedby={describedBy(node)}
      {...useGroupFocus(node.at)}
    >
      <legend className="sr-only">{node.label}</legend>
      <Marks node={node} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="font-semibold" aria-hidden="true">
          {node.label}
        </p>
        {node.canBeLeft ? <LeaveButton node={node} /> : null}
      </div>
      <Help at={node.at}>{node.help}</Help>
      <Errors node={node} />
      <div className="mt-4">{children}</div>
    </fieldset>
  );
}

function UnsetField({ node }: { node: NodeOf<'unset'> }): ReactNode {
  const focus = useFieldFocus(node.at);
  return (
    <div className="field min-w-0">
      <Marks node={node} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="text-sm font-semibold">{node.label}</p>
        <p className="text-sm text-muted">{node.isNull ? 'None' : 'Not set'}</p>
        <ActButton act="set" at={node.at} label={`Fill in ${node.label}`} icon={<Plus {...ICON} />} {...focus}>
          Fill in
        </ActButton>
      </div>
      <Help at={node.at}>{node.help}</Help>
      <Errors node={node} />
    </div>
  );
}

/** The first language is seen; the others are folded, and the fold says which of them are empty. */
function LanguageFields({ node }: { node: NodeOf<'languages'> }): ReactNode {
  const first = node.texts.find(({ tag }) => tag === DEFAULT_LOCALE);
  const others = node.texts.filter(({ tag }) => tag !== DEFAULT_LOCALE);
  const written = others.filter((text) => text.isWritten).length;
  const empty = node.isForAll ? 'each is needed' : 'an empty one shows the English text';
  return (
    <Group node={node}>
      <div className="grid gap-3">
        {first ? <Field node={first.node} /> : null}
        <details open={others.some((text) => isWrong(text.node))}>
          <summary className="min-h-11 cursor-pointer content-center text-sm">
            Other languages: {written} of {others.length} written; {empty}
          </summary>
          <div className="grid gap-4 pt-2 sm:grid-cols-2">
            {others.map((text) => (
              <Field key={text.tag} node={text.node} />
            ))}
          </div>
        </details>
      </div>
    </Group>
  );
}

function ListField({ node }: { node: NodeOf<'list'> }): ReactNode {
  const { entries, entry, at } = node;
  const word = entry.toLowerCase();
  return (
    <Group node={node}>
      <input type="hidden" name={MARKS.count + at} value={entries.length} />
      {entries.length === 0 ? <p className="mb-3 text-sm text-muted">None yet.</p> : null}
      <ol className="grid gap-4">
        {entries.map(({ title, node: each }, index) => (
          <li key={each.at} className="card min-w-0 p-4">
            <div className="flex flex-wrap items-center gap-x-1">
              <p className="me-auto min-w-0 font-semibold break-words">
                {entry} {index + 1}
                {title ? <span className="font-normal text-muted"> · {title}</span> : null}
              </p>
              <ActButton
                act="up"
                at={each.at}
                label={`Move ${word} ${index + 1} up`}
                icon={<ArrowUp {...ICON} />}
                disabled={index === 0}
              />
              <ActButton
                act="down"
                at={each.at}
                label={`Move ${word} ${index + 1} down`}
                icon={<ArrowDown {...ICON} />}
                disabled={index === entries.length - 1}
              />
              <ActButton act="remove" at={each.at} label={`Remove ${word} ${index + 1}`} icon={<Trash2 {...ICON} />} />
            </div>
            <EntryBody node={each} isFolded={entries.length > 1} />
          </li>
        ))}
      </ol>
      <p className="mt-4">
        <ActButton act="add" at={at} icon={<Plus {...ICON} />}>
          Add {word}
        </ActButton>
      </p>
    </Group>
  );
}

/** An entry has its heading already. Of several, one is open that has a mistake or has just been changed. */
function EntryBody({ node, isFolded }: { node: FormNode; isFolded: boolean }): ReactNode {
  const focus = useGroupFocus(node.at);
  const body =
    node.kind === 'object' ? (
      <fieldset id={idOf(node.at)} className="min-w-0 pt-3" aria-describedby={describedBy(node)} {...focus}>
        <legend className="sr-only">{node.label}</legend>
        <Marks node={node} />
        <Help at={node.at}>{node.help}</Help>
        <Errors node={node} />
        <Fields nodes={node.fields} />
      </fieldset>
    ) : (
      <div className="pt-3" {...focus}>
        <Field node={node} />
      </div>
    );
  if (!isFolded) return body;
  return (
    <details open={isWrong(node) || focus.autoFocus}>
      <summary className="min-h-11 cursor-pointer content-center text-sm">
        Fields<span className="sr-only"> of {node.label}</span>
      </summary>
      {body}
    </details>
  );
}

function RecordField({ node }: { node: NodeOf<'record'> }): ReactNode {
  const { rows, entry, name, at } = node;
  return (
    <Group node={node}>
      <input type="hidden" name={MARKS.count + at} value={rows.length} />
      {rows.length === 0 ? <p className="mb-3 text-sm text-muted">None yet.</p> : null}
      <ul className="grid gap-4">
        {rows.map((row, index) => (
          <li key={row.at} className="flex flex-wrap items-start gap-x-4 gap-y-2">
            <div className="field w-40 flex-none">
              <label htmlFor={`k${row.at}`}>{name}</label>
              <input
                id={`k${row.at}`}
                name={MARKS.key + row.at}
                className="input"
                autoComplete="off"
                spellCheck={false}
                defaultValue={row.key}
                {...(row.key === '' ? { autoFocus: true } : {})}
              />
            </div>
            <div className="min-w-40 flex-1">
              <Field node={row.node} />
            </div>
            <div className="mt-6">
              <ActButton
                act="remove"
                at={row.at}
                label={`Remove ${row.key || `row ${index + 1}`}`}
                icon={<Trash2 {...ICON} />}
              />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-4">
        <ActButton act="add" at={at} label={`Add ${entry.toLowerCase()} to ${node.label}`} icon={<Plus {...ICON} />}>
          Add {entry.toLowerCase()}
        </ActButton>
      </p>
    </Group>
  );
}

/** A press shows the fields of another type; with script the choice itself does. */
function VariantField({ node }: { node: NodeOf<'variant'> }): ReactNode {
  const focus = useFieldFocus(node.at);
  return (
    <fieldset className="min-w-0" aria-describedby={describedBy(node)}>
      <legend className="sr-only">{node.label}</legend>
      <Marks node={node} />
      <input type="hidden" name={MARKS.shown + node.at} value={node.value} />
      <div className="field">
        <label htmlFor={idOf(node.at)}>Kind</label>
        <div className="flex flex-wrap gap-3">
          <select
            id={idOf(node.at)}
            name={MARKS.value + node.at}
            className="input sm:max-w-72"
            defaultValue={node.value}
            data-reshow
            {...focus}
          >
            {node.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <noscript>
            <button type="submit" name="act" value="show" className="btn btn-quiet">
              Show its fields
            </button>
          </noscript>
        </div>
        <Help at={node.at}>{node.help}</Help>
        <Errors node={node} />
      </div>
      {node.fields.length > 0 ? (
        <div className="mt-4">
          <Fields nodes={node.fields} />
        </div>
      ) : null}
    </fieldset>
  );
}
