/** Dialog about name conflicts: both files side by side, and a choice for each or for all. Loaded at first use. */
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { classes } from '#client/ui/classes.ts';
import { Notice } from '#client/ui/controls.tsx';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { When } from '#client/ui/when.tsx';
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { isolated } from '#shared/locale/isolated.ts';
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import {
  activeConflicts,
  type Choices,
  type Conflict,
  type ConflictOperation,
  type ConflictQuestion,
  type ConflictSide,
  choiceOf,
  chooseAll,
  chosenForAll,
  commonConflicts,
} from './conflict.rules.ts';

/** Conflicts beyond this number share the choice for all: a longer list is slow. */
const SHOWN = 300;

const CHOICES: readonly ConflictChoice[] = ['keep_both', 'replace', 'skip'];

type PlainKey = MessageKey & `drive.conflict.${string}`;
const LABELS: Readonly<Record<ConflictChoice, PlainKey>> = {
  keep_both: 'drive.conflict.choice.keep_both',
  replace: 'drive.conflict.choice.replace',
  skip: 'drive.conflict.choice.skip',
};
const SUBMIT_LABELS: Readonly<Record<ConflictOperation, MessageKey & `drive.${'action' | 'upload'}.${string}`>> = {
  upload: 'drive.upload.button',
  move: 'drive.action.move',
  copy: 'drive.action.copy',
  restore: 'drive.action.restore',
};

function labelOf(choice: ConflictChoice, isMerge: boolean): PlainKey {
  return choice === 'replace' && isMerge ? 'drive.conflict.choice.merge' : LABELS[choice];
}

function hintOf(choice: ConflictChoice, isMerge: boolean, operation: ConflictOperation): PlainKey {
  if (choice === 'keep_both') return 'drive.conflict.hint.keep_both';
  if (choice === 'skip')
    return operation === 'upload' ? 'drive.conflict.hint.skip.upload' : 'drive.conflict.hint.skip.rest';
  if (isMerge) return 'drive.conflict.hint.merge';
  return operation === 'upload' ? 'drive.conflict.hint.replace.version' : 'drive.conflict.hint.replace.trash';
}

export interface ConflictDialogProps {
  question: ConflictQuestion;
}

export function ConflictDialog({ question }: ConflictDialogProps): ReactNode {
  const { t, tn } = useT();
  const { operation, folderName, conflicts, answer } = question;
  const [choices, setChoices] = useState<Choices>(new Map());
  const formId = useId();
  const now = activeConflicts(conflicts, choices);
  const unchanged = now.filter((one) => one.isUnchanged && choiceOf(choices, one) === 'skip').length;
  const isOne = conflicts.length === 1;
  const hidden = now.length - SHOWN;
  const cancel = () => answer(null);
  return (
    <Dialog
      title={tn('drive.conflict.title', now.length)}
      onClose={cancel}
      className="sm:w-[min(46rem,calc(100vw-2rem))]"
      footer={
        <Answers onCancel={cancel} type="submit" form={formId}>
          {t(SUBMIT_LABELS[operation])}
        </Answers>
      }
    >
      <form
        id={formId}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          answer(choices);
        }}
      >
        <p>
          {folderName === null
            ? tn('drive.conflict.lead.own', now.length)
            : tn('drive.conflict.lead.folder', now.length, { name: folderName })}
        </p>
        {unchanged > 0 ? <Notice>{tn('drive.unchanged.skip', unchanged)}</Notice> : null}
        <ForAll
          operation={operation}
          conflicts={conflicts}
          now={now}
          choices={choices}
          onChoose={(choice) => setChoices(chooseAll(conflicts, choices, choice))}
        />
        <ul className={classes('rounded-md border border-line', !isOne && 'max-h-[40dvh] overflow-y-auto')}>
          {now.slice(0, SHOWN).map((one) => (
            <Line
              key={one.key}
              conflict={one}
              choice={choiceOf(choices, one)}
              onChoose={isOne ? null : (choice) => setChoices(new Map(choices).set(one.key, choice))}
            />
          ))}
        </ul>
        {hidden > 0 ? <p className="text-xs text-muted">{tn('drive.conflict.more', hidden)}</p> : null}
      </form>
    </Dialog>
  );
}

/** One choice for all conflicts. */
function ForAll({
  operation,
  conflicts,
  now,
  choices,
  onChoose,
}: {
  operation: ConflictOperation;
  conflicts: readonly Conflict[];
  now: readonly Conflict[];
  choices: Choices;
  onChoose: (choice: ConflictChoice) => void;
}): ReactNode {
  const { t } = useT();
  const name = useId();
  const group = commonConflicts(conflicts);
  // Conflicts inside folders that are not merged need no choice.
  if (!group.some((one) => now.includes(one))) return null;
  const isMerge = group.every((one) => one.isMerge);
  const offered = CHOICES.filter((choice) => choice !== 'replace' || group.some(({ mayReplace }) => mayReplace));
  const chosen = chosenForAll(conflicts, choices);
  const legend =
    conflicts.length === 1
      ? 'drive.conflict.all.single'
      : group.length < conflicts.length
        ? 'drive.conflict.all.files'
        : 'drive.conflict.all.every';
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 text-sm font-semibold">{t(legend)}</legend>
      {offered.map((choice) => (
        <label
          key={choice}
          className={classes(
            'flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5',
            chosen === choice && 'bg-accent-soft',
          )}
        >
          <input
            type="radio"
            className="checkbox"
            name={name}
            checked={chosen === choice}
            onChange={() => onChoose(choice)}
          />
          <span className="min-w-0">
            <span className="font-medium">{t(labelOf(choice, isMerge))}</span>
            <span className="block text-sm text-muted">{t(hintOf(choice, isMerge, operation))}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** @param onChoose  null: the choice for all is the only choice */
function Line({
  conflict,
  choice,
  onChoose,
}: {
  conflict: Conflict;
  choice: ConflictChoice;
  onChoose: ((choice: ConflictChoice) => void) | null;
}): ReactNode {
  const { t } = useT();
  const { name, folders, incoming, existing, isMerge, mayReplace, isUnchanged, freeName } = conflict;
  const full = [...folders, name].join(' / ');
  const isNewer = !isUnchanged && incoming.modifiedMs > existing.modifiedMs;
  const isOlder = !isUnchanged && incoming.modifiedMs > 0 && incoming.modifiedMs < existing.modifiedMs;
  return (
    <li className="grid gap-2 border-t border-line px-3 py-3 first:border-t-0" data-conflict={choice}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-40 flex-1 font-medium wrap-anywhere">
          {folders.length > 0 ? <span className="text-muted">{folders.map(isolated).join(' / ')} / </span> : null}
          <bdi>{name}</bdi>
          {isUnchanged ? (
            <span className="ms-2 rounded-sm bg-sunken px-1.5 text-xs font-semibold text-muted">
              {t('drive.unchanged.mark')}
            </span>
          ) : null}
        </p>
        {onChoose ? (
          <select
            className="input w-auto max-sm:w-full"
            aria-label={t('drive.conflict.choice_of', { name: full })}
            value={choice}
            onChange={(event) => {
              const chosen = CHOICES.find((one) => one === event.currentTarget.value);
              if (chosen) onChoose(chosen);
            }}
          >
            {CHOICES.filter((one) => one !== 'replace' || mayReplace).map((one) => (
              <option key={one} value={one}>
                {t(labelOf(one, isMerge))}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2">
        <Facts title={t('drive.conflict.side.new')} side={incoming} isNewer={isNewer} />
        <Facts title={t('drive.conflict.side.there')} side={existing} isNewer={isOlder} />
      </dl>
      {choice === 'keep_both' && freeName !== null ? (
        <p className="text-xs text-muted wrap-anywhere">{t('drive.conflict.becomes', { name: freeName })}</p>
      ) : null}
    </li>
  );
}

function Facts({ title, side, isNewer }: { title: string; side: ConflictSide; isNewer: boolean }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { folder, sizeBytes, modifiedMs } = side;
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-muted">{title}</dt>
      <dd className="flex flex-wrap items-baseline gap-x-2 tabular-nums">
        {folder ? t('drive.details.folder') : format.bytes(sizeBytes)}
        {modifiedMs > 0 ? <When ms={modifiedMs} withTime /> : null}
        {isNewer ? (
          <span className="rounded-sm bg-accent-soft px-1.5 text-xs font-semibold text-accent">
            {t('drive.conflict.newer')}
          </span>
        ) : null}
      </dd>
    </div>
  );
}
