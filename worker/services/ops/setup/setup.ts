/** The first hour of an installation: which steps are done, by what is stored about them or by the press of an operator. */

import type { ActKind } from '#shared/config/acts.ts';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { SOURCE_NAME } from '#shared/locale/own-texts.ts';
import { SETUP_STEPS, type SetupState, type SetupStep } from '#shared/ops/setup.ts';
import type { Outlook } from '#worker/platform/machine/outlook.ts';
import type { Caller } from '#worker/platform/request.ts';
import type { AuthService } from '#worker/services/auth/index.ts';
import type { Actor, ConfigService } from '#worker/services/config/index.ts';

export interface SetupDeps {
  readonly documents: Pick<ConfigService, 'log' | 'overview' | 'read' | 'recordAct' | 'backupTimes'>;
  readonly auth: Pick<AuthService, 'twoFactor' | 'passkeys'>;
  readonly outlook: () => Promise<Outlook>;
}

async function hasAct({ documents }: SetupDeps, act: ActKind): Promise<boolean> {
  return (await documents.log({ name: '', about: { act, note: '' }, before: 0, limit: 1 })).length > 0;
}

const isPublished = (all: readonly { name: DocumentName; version: number }[], name: DocumentName): boolean =>
  all.some((document) => document.name === name && document.version > 0);

/** The kind of service alone is chosen with the first operator. */
async function hasOwnLook({ documents }: SetupDeps): Promise<boolean> {
  const [basic, service] = await Promise.all([documents.read('basic'), documents.read('service')]);
  const [named, looking] = [DOCUMENTS.basic.parse(basic.text), DOCUMENTS.service.parse(service.text)];
  return (
    (named.ok && named.value.default.product_name !== SOURCE_NAME) || (looking.ok && looking.value.default.logo !== '')
  );
}

/** Steps whose mark is in the log. */
async function marked({ documents }: SetupDeps): Promise<ReadonlySet<string>> {
  const about = { act: 'setup_done', note: '' } as const;
  return new Set((await documents.log({ name: 'setup', about, before: 0, limit: 50 })).map(({ note }) => note));
}

/** Mail is a press alone: a relay may take a letter and never deliver it. */
async function measured(deps: SetupDeps, caller: Caller): Promise<Partial<SetupState>> {
  const [machine, copies, all, look, twoFactor, passkeys] = await Promise.all([
    deps.outlook(),
    deps.documents.backupTimes(),
    deps.documents.overview(),
    hasOwnLook(deps),
    deps.auth.twoFactor(caller),
    deps.auth.passkeys(caller),
  ]);
  return {
    factor: twoFactor.enabledMs !== null || passkeys.length > 0,
    look,
    sign_up: isPublished(all, 'sign_up'),
    storage: isPublished(all, 'groups') || isPublished(all, 'membership'),
    backup: (machine.isMachine ? machine.backupMs : copies.backupMs) !== null,
    rehearsal: machine.rehearsedMs !== null,
  };
}

/** @returns null once the list was closed */
export async function setupState(deps: SetupDeps, caller: Caller): Promise<SetupState | null> {
  if (await hasAct(deps, 'setup_closed')) return null;
  const [marks, found] = await Promise.all([marked(deps), measured(deps, caller)]);
  return Object.fromEntries(SETUP_STEPS.map((step) => [step, marks.has(step) || found[step] === true])) as SetupState;
}

/** Marks a step as done. */
export async function markSetup({ documents }: SetupDeps, by: Actor, step: SetupStep): Promise<void> {
  await documents.recordAct(by, { act: 'setup_done', subject: 'setup', note: step });
}

/** The list is not shown any more. */
export async function closeSetup({ documents }: SetupDeps, by: Actor): Promise<void> {
  await documents.recordAct(by, { act: 'setup_closed', subject: 'setup', note: '' });
}
