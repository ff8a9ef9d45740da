/** Forms that set the storage of one person, and the group. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useFormat } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { gigabytesOf } from '#shared/ops/gigabytes.ts';
import { Moment } from '../acts.view.tsx';
import { ActForm, EndFields, type PersonActsProps } from './person-acts.view.tsx';

/** A group as operators choose it. */
export interface ShownGroup {
  readonly id: string;
  readonly name: string;
  /** Absent: the usual storage. */
  readonly storageBytes?: number;
}

export interface StorageFacts {
  /** The amount that an operator set; null for none. */
  readonly quota: {
    readonly entryId: string;
    readonly bytes: number;
    readonly startMs: number;
    /** Null without an end. */
    readonly endMs: number | null;
  } | null;
  /** Null for none. */
  readonly group: ShownGroup | null;
  readonly groups: readonly ShownGroup[];
  /** Storage of the free plan. */
  readonly freeBytes: number;
}

export function QuotaFact({
  quota,
  group,
  freeBytes,
  hasOffers,
}: StorageFacts & { readonly hasOffers: boolean }): ReactNode {
  const format = useFormat();
  if (quota === null) {
    const bytes = group?.storageBytes;
    if (bytes !== undefined) return `As the group gives: ${format.bytes(bytes)}`;
    return hasOffers
      ? `As the plan gives; free people have ${format.bytes(freeBytes)}`
      : `The usual amount: ${format.bytes(freeBytes)}`;
  }
  return (
    <>
      {`Set to ${format.bytes(quota.bytes)} since `}
      <Moment ms={quota.startMs} />,{' '}
      {quota.endMs === null ? (
        'without an end'
      ) : (
        <>
          until <Moment ms={quota.endMs} />
        </>
      )}
    </>
  );
}

export function GroupChoice({
  groups,
  chosen,
  none,
}: {
  groups: readonly ShownGroup[];
  chosen: string;
  none: string;
}): ReactNode {
  const id = useId();
  const format = useFormat();
  return (
    <div className="field min-w-48">
      <label htmlFor={id}>Group</label>
      <select id={id} name="group" className="input" defaultValue={chosen}>
        <option value="">{none}</option>
        {groups.map(({ id: value, name, storageBytes }) => (
          <option key={value} value={value}>
            {storageBytes === undefined ? name : `${name} (${format.bytes(storageBytes)})`}
          </option>
        ))}
      </select>
    </div>
  );
}

export function GigabytesField({ sent, isRequired }: { sent: string; isRequired: boolean }): ReactNode {
  return (
    <TextField
      label="GB"
      name="gb"
      inputMode="decimal"
      pattern="[0-9]{1,7}([.,][0-9]{1,3})?"
      title="A number with at most three decimals, such as 50 or 1.5"
      maxLength={11}
      required={isRequired}
      defaultValue={sent}
    />
  );
}

export function StorageActs(props: PersonActsProps & StorageFacts): ReactNode {
  const { sent, quota, group, groups } = props;
  const seen = <input type="hidden" name="seen" value={quota?.entryId ?? ''} />;
  const quotaSent = sent?.act === 'quota' ? sent.gb : quota ? gigabytesOf(quota.bytes) : '';
  return (
    <>
      <ActForm
        {...props}
        act="quota"
        label="Set storage"
        text="All that the person may store, in place of the usual amount; storage added later comes on top. Without an end, leave the day empty. Less than is used deletes nothing: uploads are refused until there is space."
      >
        {seen}
        <GigabytesField sent={quotaSent} isRequired />
        <EndFields sent={sent} act="quota" isOptional />
      </ActForm>
      {quota === null ? null : (
        <ActForm
          {...props}
          act="quota"
          label="Unset storage"
          text="The person has the usual amount of storage again: that of the group, where there is one."
        >
          {seen}
          <input type="hidden" name="amount" value="plan" />
        </ActForm>
      )}
      {groups.length === 0 && group === null ? null : (
        <ActForm
          {...props}
          act="group"
          label="Set group"
          text="A person is in one group at most, and has its storage unless an amount is set above."
        >
          <GroupChoice
            groups={group === null || groups.some(({ id }) => id === group.id) ? groups : [...groups, group]}
            chosen={sent?.act === 'group' ? sent.group : (group?.id ?? '')}
            none="None"
          />
        </ActForm>
      )}
    </>
  );
}
