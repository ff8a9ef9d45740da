/** Fields of a form that are one control. Works as HTML; a wrong text stays in its control. */
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#client/ui/classes.ts';
import { type FormNode, MARKS } from '#shared/document-form/node.ts';
import { ActButton, describedBy, Errors, Help, idOf, Marks, useFieldFocus, useGroupFocus } from './parts.view.tsx';

type NodeOf<Kind extends FormNode['kind']> = Extract<FormNode, { readonly kind: Kind }>;
export type LeafNode = NodeOf<
  'text' | 'number' | 'scaled' | 'switch' | 'choice' | 'choices' | 'lines' | 'json' | 'unset'
>;

const MOST_ROWS = 14;

function useControl(node: LeafNode, hasHint = node.help !== '') {
  return {
    id: idOf(node.at),
    'aria-invalid': node.errors.length > 0 || undefined,
    'aria-describedby': describedBy(node, hasHint),
    ...useFieldFocus(node.at),
  };
}

function helpOf(node: LeafNode): ReactNode {
  switch (node.kind) {
    case 'lines':
      return `${node.help} One a line${node.count > 20 ? `; ${node.count} now` : ''}.`;
    case 'json':
      return `${node.help} ${node.why} Written as JSON.`;
    default:
      return node.help;
  }
}

function TextControl({ node }: { node: NodeOf<'text'> }): ReactNode {
  const control = useControl(node);
  const common = {
    ...control,
    name: MARKS.value + node.at,
    defaultValue: node.value,
    lang: node.lang,
    dir: 'auto' as const,
  };
  if (node.rows > 0) return <textarea {...common} className="input" rows={node.rows} />;
  const isTime = node.type === 'datetime-local';
  return (
    <input
      {...common}
      // A path of ours is an address too, which the type `url` would refuse.
      {...(node.type === 'url' ? { type: 'text', inputMode: 'url' } : { type: node.type })}
      className={classes('input', (isTime || node.type === 'date') && 'sm:max-w-64')}
      autoComplete="off"
      {...(isTime ? { step: 1 } : {})}
    />
  );
}

function NumberControl({ node }: { node: NodeOf<'number' | 'scaled'> }): ReactNode {
  const control = useControl(node);
  const unitId = `${idOf(node.at)}-unit`;
  return (
    <div className="flex items-center gap-2 sm:max-w-72">
      <input
        {...control}
        name={MARKS.value + node.at}
        className="input"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={node.value}
        aria-describedby={
          classes(control['aria-describedby'], node.kind === 'number' && node.unit && unitId) || undefined
        }
      />
      {node.kind === 'number' ? (
        node.unit ? (
          <span id={unitId} className="flex-none text-sm text-muted">
            {node.unit}
          </span>
        ) : null
      ) : (
        <select
          name={MARKS.unit + node.at}
          className="input max-w-32"
          aria-label={`Unit of ${node.label}`}
          defaultValue={node.unit}
        >
          {node.units.map((unit) => (
            <option key={unit}>{unit}</option>
          ))}
        </select>
      )}
    </div>
  );
}

function ChoiceControl({ node }: { node: NodeOf<'choice'> }): ReactNode {
  return (
    <select {...useControl(node)} name={MARKS.value + node.at} className="input sm:max-w-96" defaultValue={node.value}>
      {node.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function LinesControl({ node }: { node: NodeOf<'lines' | 'json'> }): ReactNode {
  const control = useControl(node, true);
  const lines = node.value.split('\n').length;
  return (
    <textarea
      {...control}
      name={(node.kind === 'json' ? node.mark : MARKS.value) + node.at}
      className="input overflow-x-auto font-mono text-xs leading-6 whitespace-pre"
      rows={Math.max(3, Math.min(MOST_ROWS, lines + 1))}
      wrap="off"
      spellCheck={false}
      autoCapitalize="off"
      autoComplete="off"
      defaultValue={node.value}
    />
  );
}

function Control({ node }: { node: LeafNode }): ReactNode {
  switch (node.kind) {
    case 'text':
      return <TextControl node={node} />;
    case 'number':
    case 'scaled':
      return <NumberControl node={node} />;
    case 'choice':
      return <ChoiceControl node={node} />;
    case 'lines':
    case 'json':
      return <LinesControl node={node} />;
    default:
      return null;
  }
}

/** The button stands outside the label. */
function Labelled({ node }: { node: LeafNode }): ReactNode {
  const isTime = node.kind === 'text' && node.type === 'datetime-local';
  const label = `${node.label}${isTime ? ' (UTC)' : ''}`;
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-4">
      <label htmlFor={idOf(node.at)} lang={node.kind === 'text' ? node.lang : undefined}>
        {label}
      </label>
      {node.canBeLeft ? <LeaveButton node={node} /> : null}
    </div>
  );
}

export function LeaveButton({ node }: { node: FormNode }): ReactNode {
  return (
    <ActButton act="unset" at={node.at} label={`Leave out ${node.label}`} icon={<X size={16} aria-hidden="true" />}>
      Leave out
    </ActButton>
  );
}

export function SwitchField({ node }: { node: NodeOf<'switch'> }): ReactNode {
  return (
    <div className="field">
      <Marks node={node} />
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          {...useControl(node)}
          type="checkbox"
          className="checkbox flex-none"
          name={MARKS.value + node.at}
          value="on"
          defaultChecked={node.isOn}
        />
        {node.label}
      </label>
      <Help at={node.at}>{node.help}</Help>
      <Errors node={node} />
    </div>
  );
}

/** A choice of several. */
export function ChoicesField({ node }: { node: NodeOf<'choices'> }): ReactNode {
  return (
    <fieldset
      id={idOf(node.at)}
      className="field min-w-0"
      aria-describedby={describedBy(node)}
      {...useGroupFocus(node.at)}
    >
      <legend className="text-sm font-semibold">{node.label}</legend>
      <Marks node={node} />
      {node.canBeLeft ? <LeaveButton node={node} /> : null}
      <Help at={node.at}>{node.help}</Help>
      <div className="flex flex-wrap gap-x-6">
        {node.options.map(({ value, label }) => (
          <label key={value} className="flex min-h-11 cursor-pointer items-center gap-2 font-normal">
            <input
              type="checkbox"
              className="checkbox flex-none"
              name={MARKS.value + node.at}
              value={value}
              defaultChecked={node.values.includes(value)}
            />
            {label}
          </label>
        ))}
      </div>
      <Errors node={node} />
    </fieldset>
  );
}

export function LeafField({ node }: { node: LeafNode }): ReactNode {
  return (
    <div className="field min-w-0">
      <Marks node={node} />
      <Labelled node={node} />
      <Control node={node} />
      <Help at={node.at}>{helpOf(node)}</Help>
      <Errors node={node} />
    </div>
  );
}
