/** Makes a link to files and folders, and lists the existing links of one file or folder. */

import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice, Segmented } from '#client/ui/controls.tsx';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import { messageOf } from '#shared/error-message.ts';
import { unspacedText } from '#shared/intake/plain-text.ts';
import { SAFE_PASS_CODE } from '#shared/share/model.ts';
import { readTerms } from '#shared/share/terms-form.ts';
import { daysOf, lastSecondOf } from './last-day.ts';
import type { LinkApi, MadeLink } from './link.api.ts';
import { LinksTo } from './links-to.tsx';
import { MadeLinkView } from './made-link.view.tsx';
import { TermsFields } from './my-links/terms.view.tsx';
import { SenderLine } from './sender-line.tsx';
import { type SenderName, useSenderName } from './sender-name.ts';

export interface LinkDialogProps {
  api: LinkApi;
  rows: readonly DriveRow[];
  /** The browser has refused to copy the link, which exists. */
  isCopyRefused?: boolean;
  onClose: () => void;
}

type CodeKind = 'none' | 'made' | 'own';

/** Days until a link expires; -1: never (wire-contract.md 6.1). */
const EXPIRIES = [-1, 1, 7, 14, 30] as const;

/** State of the form: passcode, expiry, and the link once it is made. */
function useLinkForm(api: LinkApi, rows: readonly DriveRow[], name: SenderName) {
  const { t, text } = useT();
  const [kind, setKind] = useState<CodeKind>('none');
  const [code, setCode] = useState('');
  const [end, setEnd] = useState('-1');
  const [endProblem, setEndProblem] = useState<string | null>(null);
  const [days] = useState(() => daysOf(Date.now()));
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<MadeLink | null>(null);

  /** @param fields  of the form: the options */
  async function create(fields: FormData): Promise<void> {
    if (isBusy) return;
    const terms = readTerms((name) => String(fields.get(name) ?? ''), lastSecondOf);
    const date = String(fields.get('date') ?? '');
    if (end === 'date' && date === '') return setEndProblem(t('share.my_links.no_date'));
    if (end === 'date' && (date < days.min || date > days.max)) return setEndProblem(t('share.my_links.far_date'));
    const ownCode = unspacedText(code);
    if (kind === 'own' && !SAFE_PASS_CODE.test(ownCode)) return setCodeProblem(t('drive.link.code.hint'));
    // A typed name is saved concurrently; the link does not wait for it.
    name.saveDraft();
    setBusy(true);
    setProblem(null);
    try {
      const wanted = kind === 'own' ? ({ kind, text: ownCode } as const) : ({ kind } as const);
      const settleName = name.isSettling;
      const link = await api.create({ fileIds: rows.map((row) => row.id), code: wanted, terms, settleName });
      setMade(link);
      name.settled(link.sender);
    } catch (error) {
      setProblem(messageOf(error, text));
    } finally {
      setBusy(false);
    }
  }

  return {
    kind,
    setKind,
    code,
    setCode: (next: string) => {
      setCode(next);
      setCodeProblem(null);
    },
    codeProblem,
    days,
    end,
    setEnd(next: string) {
      setEnd(next);
      setEndProblem(null);
    },
    endProblem,
    problem,
    isBusy,
    made,
    restart: () => setMade(null),
    create,
  };
}

type LinkForm = ReturnType<typeof useLinkForm>;

export function LinkDialog({ api, rows, isCopyRefused, onClose }: LinkDialogProps): ReactNode {
  const translator = useT();
  const { t, tn } = translator;
  const name = useSenderName(api);
  const form = useLinkForm(api, rows, name);
  const formId = useId();
  const [first] = rows;
  const title =
    rows.length === 1 && first
      ? t('drive.link.title', { name: shownName(first, translator) })
      : tn('drive.link.title_many', rows.length);

  if (form.made) {
    return (
      <Dialog
        title={title}
        onClose={onClose}
        footer={
          <>
            <Button onClick={form.restart}>{t('drive.link.another')}</Button>
            <Button variant="primary" onClick={onClose}>
              {t('drive.link.done')}
            </Button>
          </>
        }
      >
        <div className="grid gap-5">
          <MadeLinkView link={form.made} />
          <SenderLine name={name} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      footer={
        <Answers
          onCancel={onClose}
          type="submit"
          form={formId}
          busy={form.isBusy}
          icon={<Link2 size={18} aria-hidden="true" />}
        >
          {t('drive.link.create')}
        </Answers>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void form.create(new FormData(event.currentTarget));
        }}
      >
        <p className="text-sm text-muted">{t('drive.link.lead')}</p>
        {isCopyRefused ? <Notice tone="warn">{t('drive.link.copy_failed')}</Notice> : null}
        {form.problem === null ? null : <Notice tone="danger">{form.problem}</Notice>}
        <PassCodeFields form={form} />
        <EndFields form={form} />
        <details>
          <summary className="cursor-pointer py-2 text-sm font-semibold">{t('share.my_links.field.options')}</summary>
          <div className="mt-2 grid gap-5">
            <TermsFields link={null} />
          </div>
        </details>
      </form>
      <div className="mt-4">
        <SenderLine name={name} isMaking />
      </div>
      {rows.length === 1 && first ? <LinksTo api={api} fileId={first.id} /> : null}
    </Dialog>
  );
}

function EndFields({ form }: { form: LinkForm }): ReactNode {
  const { t, tn } = useT();
  const id = useId();
  return (
    <>
      <div className="field">
        <label htmlFor={id}>{t('drive.link.expiry.label')}</label>
        <select
          id={id}
          name="end"
          className="input"
          value={form.end}
          onChange={(event) => form.setEnd(event.currentTarget.value)}
        >
          {EXPIRIES.map((value) => (
            <option key={value} value={value}>
              {value === -1 ? t('drive.link.expiry.never') : tn('drive.link.expiry.days', value)}
            </option>
          ))}
          <option value="date">{t('share.my_links.field.date')}</option>
        </select>
      </div>
      {form.end === 'date' ? (
        <TextField
          type="date"
          name="date"
          label={t('share.my_links.field.date.label')}
          error={form.endProblem}
          {...form.days}
        />
      ) : null}
    </>
  );
}

function PassCodeFields({ form }: { form: LinkForm }): ReactNode {
  const { t } = useT();
  return (
    <>
      <div className="grid gap-2">
        <p className="text-sm font-semibold" aria-hidden="true">
          {t('drive.link.code.legend')}
        </p>
        <Segmented
          legend={t('drive.link.code.legend')}
          value={form.kind}
          options={[
            { value: 'none', label: t('drive.link.code.none') },
            { value: 'made', label: t('drive.link.code.made') },
            { value: 'own', label: t('drive.link.code.own') },
          ]}
          onChange={form.setKind}
        />
      </div>
      {form.kind === 'own' ? (
        <TextField
          label={t('drive.link.code.label')}
          hint={t('drive.link.code.hint')}
          error={form.codeProblem}
          value={form.code}
          maxLength={10}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          onChange={(event) => form.setCode(event.currentTarget.value.trim())}
        />
      ) : null}
    </>
  );
}
