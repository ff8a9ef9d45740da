/** `/drive/common`: invitations, and folders and files that others share. Links and forms; works without script. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import type { GrantRole, ReceivedState } from '#shared/drive/grants/grant-terms.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import { href } from '#shared/routes.ts';
import { KindIcon } from '../pictures/kind-icon.view.tsx';

export const ROLE_LABELS: Readonly<Record<GrantRole, MessageKey & `drive.${string}`>> = {
  viewer: 'drive.common.role.viewer',
  editor: 'drive.common.role.editor',
};

export interface CommonEntry {
  readonly id: string;
  readonly name: string;
  readonly isFile: boolean;
  readonly ownerName: string;
  readonly role: GrantRole;
  readonly state: ReceivedState;
  /** Its owner wants to hand it over. */
  readonly offered: boolean;
}

export interface CommonListProps {
  readonly entries: readonly CommonEntry[];
  readonly blocked: readonly { readonly ownerId: string; readonly ownerName: string }[];
  /** Result of the last form; '' for none. */
  readonly said: string;
  /** Why it was refused; '' for no refusal. */
  readonly error: string;
}

export function CommonListView({ entries, blocked, said, error }: CommonListProps): ReactNode {
  const { t } = useT();
  const invitations = entries.filter(({ state }) => state === 'invited');
  const folders = entries.filter(({ state }) => state === 'accepted');
  const offers = folders.filter(({ offered }) => offered);
  return (
    <div className="drive-page gap-6" data-common="list">
      <header>
        <h1 className="page-title">{t('drive.common.title')}</h1>
        <p className="mt-1 text-muted">{t('drive.common.lead')}</p>
      </header>
      {error === '' ? null : <Notice tone="danger">{error}</Notice>}
      {said === '' ? null : <Notice tone="ok">{said}</Notice>}
      <div data-common-list="" className="grid gap-6">
        <Section id="invitations" title={t('drive.common.invitations')} entries={invitations}>
          {invitations.map((entry) => (
            <Invitation key={entry.id} entry={entry} />
          ))}
        </Section>
        <Section id="offers" title={t('drive.common.offers')} entries={offers}>
          {offers.map((entry) => (
            <Offer key={entry.id} entry={entry} />
          ))}
        </Section>
        <Section id="folders" title={t('drive.common.folders')} entries={folders}>
          <ul className="rounded-lg border border-line bg-surface">
            {folders.map((entry) => (
              <Folder key={entry.id} entry={entry} />
            ))}
          </ul>
        </Section>
        {entries.length === 0 ? (
          <EmptyState
            mood="together"
            title={t('drive.common.empty.title')}
            text={<p>{t('drive.common.empty.text')}</p>}
          />
        ) : null}
        {blocked.length === 0 ? null : <Blocked blocked={blocked} />}
      </div>
    </div>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: string;
  /** Without any there is no section. */
  readonly entries: readonly CommonEntry[];
  readonly children: ReactNode;
}

function Section({ id, title, entries, children }: SectionProps): ReactNode {
  if (entries.length === 0) return null;
  return (
    <section className="grid gap-3" aria-labelledby={id}>
      <h2 id={id} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Sign({ isFile }: { isFile: boolean }): ReactNode {
  return <KindIcon kind={isFile ? 'other' : 'folder'} className="size-8 flex-none" />;
}

/** Buttons of the steps that an entry can take. */
function StepForm({ id, children }: { id: string; children: ReactNode }): ReactNode {
  return (
    <form
      method="post"
      action={href('drive.common')}
      data-guard=""
      className="flex flex-wrap gap-3 max-sm:grid max-sm:w-full"
    >
      <input type="hidden" name="id" value={id} />
      {children}
    </form>
  );
}

function Invitation({ entry }: { entry: CommonEntry }): ReactNode {
  const { t } = useT();
  const { id, name, isFile, ownerName, role } = entry;
  return (
    <Card className="flex flex-wrap items-center gap-4 p-4">
      <Sign isFile={isFile} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {[t('drive.common.invites', { name: isolated(ownerName) }), t(ROLE_LABELS[role])].join(' · ')}
        </p>
      </div>
      <StepForm id={id}>
        <Button type="submit" variant="primary" name="step" value="accepted">
          {t('drive.common.accept')}
        </Button>
        <Button type="submit" name="step" value="declined">
          {t('drive.common.decline')}
        </Button>
        <Button type="submit" variant="plain" name="step" value="blocked">
          {t('drive.common.block', { name: isolated(ownerName) })}
        </Button>
      </StepForm>
    </Card>
  );
}

/** A folder whose owner wants to hand it over. */
function Offer({ entry }: { entry: CommonEntry }): ReactNode {
  const { t } = useT();
  const { id, name, isFile, ownerName } = entry;
  return (
    <Card className="flex flex-wrap items-center gap-4 p-4">
      <Sign isFile={isFile} />
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm wrap-anywhere">{t('drive.common.offers_you', { name: isolated(ownerName) })}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {t('drive.common.offer.hint', { name: isolated(ownerName) })}
        </p>
      </div>
      <StepForm id={id}>
        <Button type="submit" variant="primary" name="step" value="take">
          {t('drive.common.offer.accept')}
        </Button>
        <Button type="submit" name="step" value="refuse">
          {t('drive.common.decline')}
        </Button>
      </StepForm>
    </Card>
  );
}

function Folder({ entry }: { entry: CommonEntry }): ReactNode {
  const { t } = useT();
  const { id, name, isFile, ownerName, role } = entry;
  return (
    <li className="flex flex-wrap items-center gap-3 border-t border-line px-4 py-2 first:border-t-0">
      <Sign isFile={isFile} />
      <div className="min-w-0 flex-1 basis-48 py-1">
        <p className="font-medium wrap-anywhere">
          <a className="link" href={href('drive.common-root', { grantId: id })}>
            {name}
          </a>
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {[t('drive.common.shared_by', { name: isolated(ownerName) }), t(ROLE_LABELS[role])].join(' · ')}
        </p>
      </div>
      <form method="post" action={href('drive.common')} data-guard="">
        <input type="hidden" name="id" value={id} />
        <Button
          type="submit"
          variant="plain"
          size="sm"
          name="step"
          value="left"
          aria-label={t('drive.common.leave.label', { name })}
        >
          {t('drive.common.leave')}
        </Button>
      </form>
    </li>
  );
}

function Blocked({ blocked }: Pick<CommonListProps, 'blocked'>): ReactNode {
  const { t } = useT();
  return (
    <details>
      <summary className="link cursor-pointer text-sm">{t('drive.common.blocked')}</summary>
      <p className="mt-2 text-sm text-muted">{t('drive.common.blocked.hint')}</p>
      <ul className="mt-2 grid gap-2">
        {blocked.map(({ ownerId, ownerName }) => (
          <li key={ownerId} className="flex flex-wrap items-center gap-3">
            <span className="min-w-0 wrap-anywhere">{ownerName}</span>
            <form method="post" action={href('drive.common')} data-guard="">
              <input type="hidden" name="id" value={ownerId} />
              <Button type="submit" size="sm" name="step" value="unblock">
                {t('drive.common.unblock')}
              </Button>
            </form>
          </li>
        ))}
      </ul>
    </details>
  );
}
