/** `/drive/people/{node}`: the people of a folder or file of one's own. Forms; works without script. */
import { UserRoundPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { Field } from '#client/ui/field.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { GRANT_PERSON_CHARS, GRANT_ROLES, type GrantRole, type GrantState } from '#shared/drive/grants/grant-terms.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { href } from '#shared/routes.ts';
import { ROLE_LABELS } from './common-list.view.tsx';

export interface PersonEntry {
  readonly id: string;
  readonly person: string;
  readonly role: GrantRole;
  readonly state: GrantState;
  /** The folder is offered to the person. */
  readonly offered: boolean;
}

export interface PeopleProps {
  readonly nodeId: string;
  readonly name: string;
  readonly isFolder: boolean;
  /** Address of the listing that it is in. */
  readonly back: string;
  readonly people: readonly PersonEntry[];
  /** By which the people see the owner. */
  readonly ownName: string;
  /** Result of the last form; '' for none. */
  readonly said: string;
  /** Why it was refused; '' for no refusal. */
  readonly error: string;
  /** The address that was typed, when it was refused. */
  readonly typed: string;
}

const STATE_LABELS: Readonly<Record<GrantState, MessageKey & `drive.${string}`>> = {
  invited: 'drive.people.state.invited',
  accepted: 'drive.people.state.accepted',
  left: 'drive.people.state.left',
};

export function PeopleView(page: PeopleProps): ReactNode {
  const { t } = useT();
  const { nodeId, name, back, people, ownName, said, error, typed } = page;
  return (
    <div className="drive-page gap-6">
      <header className="grid gap-2">
        <a className="link justify-self-start text-sm wrap-anywhere" href={back}>
          {name}
        </a>
        <h1 className="page-title">{t('drive.people.title')}</h1>
        <p className="text-muted wrap-anywhere">
          {t('drive.people.lead', { name: isolated(name), place: t('drive.common.title') })}
        </p>
      </header>
      {error === '' ? null : <Notice tone="danger">{error}</Notice>}
      {said === '' ? null : <Notice tone="ok">{said}</Notice>}
      <Card className="p-5">
        <form method="post" action={href('drive.people', { nodeId })} data-guard="" className="grid gap-4">
          <input type="hidden" name="step" value="invite" />
          <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
            <TextField
              label={t('drive.people.person')}
              name="person"
              required
              maxLength={GRANT_PERSON_CHARS}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={typed}
            />
            <RoleField chosen="viewer" />
          </div>
          <p className="text-sm text-muted wrap-anywhere">{t('drive.people.your_name', { name: isolated(ownName) })}</p>
          <div>
            <Button
              type="submit"
              variant="primary"
              className="max-sm:w-full"
              icon={<UserRoundPlus size={18} aria-hidden="true" />}
            >
              {t('drive.people.invite')}
            </Button>
          </div>
        </form>
      </Card>
      {people.length === 0 ? (
        <p className="text-muted">{t('drive.people.none')}</p>
      ) : (
        <ul className="rounded-lg border border-line bg-surface" aria-label={t('drive.people.list')}>
          {people.map((person) => (
            <Line key={person.id} nodeId={nodeId} entry={person} isFolder={page.isFolder} />
          ))}
        </ul>
      )}
    </div>
  );
}

function RoleField({ chosen }: { chosen: GrantRole }): ReactNode {
  const { t } = useT();
  return (
    <Field
      label={t('drive.people.role')}
      control={(control) => (
        <select {...control} name="role" className="input" defaultValue={chosen}>
          {GRANT_ROLES.map((each) => (
            <option key={each} value={each}>
              {t(ROLE_LABELS[each])}
            </option>
          ))}
        </select>
      )}
    />
  );
}

function Line({ nodeId, entry, isFolder }: { nodeId: string; entry: PersonEntry; isFolder: boolean }): ReactNode {
  const { t } = useT();
  const { id, person, role, state, offered } = entry;
  return (
    <li className="flex flex-wrap items-end gap-3 border-t border-line px-4 py-3 first:border-t-0">
      <div className="min-w-0 flex-1 basis-48 self-center">
        <p className="font-medium wrap-anywhere">{person}</p>
        <p className="text-sm text-muted">{t(offered ? 'drive.people.transfer.waiting' : STATE_LABELS[state])}</p>
      </div>
      <form
        method="post"
        action={href('drive.people', { nodeId })}
        data-guard=""
        className="flex flex-wrap items-end gap-3"
      >
        <input type="hidden" name="id" value={id} />
        {state === 'left' ? null : (
          <>
            <RoleField chosen={role} />
            <Button type="submit" className="min-h-12" name="step" value="change">
              {t('drive.people.change')}
            </Button>
          </>
        )}
        <Button
          type="submit"
          className="min-h-12 text-danger"
          name="step"
          value="remove"
          aria-label={t('drive.people.remove.label', { person })}
        >
          {t('drive.people.remove')}
        </Button>
      </form>
      {isFolder && state === 'accepted' ? <Transfer nodeId={nodeId} entry={entry} /> : null}
    </li>
  );
}

/** Offers the folder to one of its people, or withdraws the offer. */
function Transfer({ nodeId, entry }: { nodeId: string; entry: PersonEntry }): ReactNode {
  const { t } = useT();
  const { id, person, offered } = entry;
  return (
    <details className="basis-full">
      <summary className="min-h-11 w-fit cursor-pointer content-center text-sm text-muted">
        {t('drive.people.transfer')}
        <span className="sr-only"> {person}</span>
      </summary>
      <form method="post" action={href('drive.people', { nodeId })} data-guard="" className="grid gap-3 pb-2">
        <input type="hidden" name="id" value={id} />
        <p className="text-sm text-muted wrap-anywhere">
          {t('drive.people.transfer.hint', { person: isolated(person) })}
        </p>
        <div>
          <Button type="submit" className="min-h-12" name="step" value={offered ? 'withdraw' : 'offer'}>
            {t(offered ? 'drive.people.transfer.cancel' : 'drive.people.transfer.send')}
          </Button>
        </div>
      </form>
    </details>
  );
}
