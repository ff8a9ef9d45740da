/** Makes a link to files and folders, and shows the links that lead to one already. */

import { Link2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useState } from 'react';
import { sentenceOf } from '#client/api/errors.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice, Segmented } from '#client/ui/controls.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { DriveRow } from '#shared/drive/rows.ts';
import { shownName } from '#shared/drive/shown-name.ts';
import { SAFE_PASS_CODE } from '#shared/share/model.ts';
import type { LinkApi, MadeLink } from './link.api.ts';
import { LinksTo } from './links-to.tsx';
import { MadeLinkView } from './made-link.view.tsx';
import { SenderLine } from './sender-line.tsx';
import { useSenderName } from './sender-name.ts';

export interface LinkDialogProps {
  api: LinkApi;
  rows: readonly DriveRow[];
  onClose: () => void;
}

type CodeKind = 'none' | 'made' | 'own';

/** Days a link may stay open; -1 until it is closed (contract.md 6.1). */
const EXPIRIES = [-1, 1, 7, 14, 30] as const;

export function LinkDialog({ api, rows, onClose }: LinkDialogProps): ReactNode {
  const translator = useT();
  const { t, tn, text } = translator;
  const [kind, setKind] = useState<CodeKind>('none');
  const [code, setCode] = useState('');
  const [days, setDays] = useState(-1);
  const [codeProblem, setCodeProblem] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [made, setMade] = useState<MadeLink | null>(null);
  const name = useSenderName(api);
  const formId = useId();
  const [first] = rows;
  const title =
    rows.length === 1 && first
      ? t('drive.link.title', { name: shownName(first, translator) })
      : tn('drive.link.title_many', rows.length);

  async function create(): Promise<void> {
    if (isBusy) return;
    if (kind === 'own' && !SAFE_PASS_CODE.test(code)) return setCodeProblem(t('drive.link.code.hint'));
    // A name that was typed and not saved is saved beside the link; the link never waits for it.
    name.saveDraft();
    setBusy(true);
    setProblem(null);
    try {
      const wanted = kind === 'own' ? ({ kind, text: code } as const) : ({ kind } as const);
      setMade(await api.create({ fileIds: rows.map((row) => row.id), code: wanted, days }));
    } catch (error) {
      setProblem(sentenceOf(error, text));
    } finally {
      setBusy(false);
    }
  }

  if (made) {
    return (
      <Dialog
        open
        title={title}
        onClose={onClose}
        footer={
          <>
            <Button onClick={() => setMade(null)}>{t('drive.link.another')}</Button>
            <Button variant="primary" onClick={onClose}>
              {t('drive.link.done')}
            </Button>
          </>
        }
      >
        <div className="grid gap-5">
          <MadeLinkView link={made} />
          <SenderLine name={name} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('drive.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={isBusy}
            icon={<Link2 size={18} aria-hidden="true" />}
          >
            {t('drive.link.create')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <p className="text-sm text-muted">{t('drive.link.lead')}</p>
        {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
        <div className="grid gap-2">
          <p className="text-sm font-semibold" aria-hidden="true">
            {t('drive.link.code.legend')}
          </p>
          <Segmented
            legend={t('drive.link.code.legend')}
            value={kind}
            options={[
              { value: 'none', label: t('drive.link.code.none') },
              { value: 'made', label: t('drive.link.code.made') },
              { value: 'own', label: t('drive.link.code.own') },
            ]}
            onChange={setKind}
          />
        </div>
        {kind === 'own' ? (
          <TextField
            label={t('drive.link.code.label')}
            hint={t('drive.link.code.hint')}
            error={codeProblem}
            value={code}
            maxLength={10}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            onChange={(event) => {
              setCode(event.currentTarget.value.trim());
              setCodeProblem(null);
            }}
          />
        ) : null}
        <div className="field">
          <label htmlFor={`${formId}-days`}>{t('drive.link.expiry.label')}</label>
          <select
            id={`${formId}-days`}
            className="input"
            value={days}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          >
            {EXPIRIES.map((value) => (
              <option key={value} value={value}>
                {value === -1 ? t('drive.link.expiry.never') : tn('drive.link.expiry.days', value)}
              </option>
            ))}
          </select>
        </div>
      </form>
      <div className="mt-4">
        <SenderLine name={name} />
      </div>
      {rows.length === 1 && first ? <LinksTo api={api} fileId={first.id} /> : null}
    </Dialog>
  );
}
