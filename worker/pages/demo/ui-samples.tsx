/**
 * Samples of client/ui and of the rows of a list. A sample has the name of its part in the code, in every language; its text is one of the
 * product's. test/browser/ui-looks.test.ts compares each with its stored looks.
 */
import { Download, Settings, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { GridTile, ListRow } from '#client/drive/listing/row.view.tsx';
import { KindIcon } from '#client/drive/pictures/kind-icon.view.tsx';
import { Bars } from '#client/ui/bars.tsx';
import { Button, type ButtonVariant, IconButton } from '#client/ui/button.tsx';
import { Card, Notice, type NoticeTone } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { ProgressBar, SkeletonRows, StorageBar } from '#client/ui/progress.tsx';
import { type BirdMood, EmptyState, ErrorState, NoPermissionState, OfflineState } from '#client/ui/states.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { Toasts } from '#client/ui/toast.tsx';
import type { DriveRow, IconKind } from '#shared/drive/rows.ts';

const COLOURS = [
  'bg-paper bg-surface bg-raised bg-sunken bg-line bg-line-strong bg-ink bg-accent bg-accent-strong bg-accent-soft',
  'bg-danger bg-danger-soft bg-ok bg-ok-soft bg-warn bg-warn-soft',
].flatMap((line) => line.split(' '));
const TEXTS = ['text-xs', 'text-sm', 'text-base', 'text-lg', 'text-xl', 'text-2xl', 'text-3xl'];
const CORNERS = ['rounded-sm', 'rounded-md', 'rounded-lg', 'rounded-xl', 'rounded-full'];
const SHADOWS = ['shadow-sm', 'shadow-md', 'shadow-lg'];
const VARIANTS: readonly ButtonVariant[] = ['primary', 'quiet', 'plain', 'danger'];
const TONES: readonly NoticeTone[] = ['info', 'ok', 'warn', 'danger'];
const MOODS: readonly BirdMood[] = ['ready', 'asleep', 'looking', 'star', 'link', 'together'];
const KINDS: readonly IconKind[] = ['folder', 'image', 'video', 'audio', 'archive', 'document', 'pdf', 'code', 'other'];

/** 2026-11-01T12:00Z, so that dates are the same on every day. */
const NOW_MS = Date.UTC(2026, 10, 1, 12);
/** Facts of a file that the parts show. */
const FILE = {
  id: 'file',
  parentId: '',
  name: 'Reykjavik.png',
  folder: false,
  sizeBytes: 48_000,
  modifiedMs: NOW_MS,
  trashedMs: null,
  mime: 'image/png',
  category: 'IMAGE',
  phase: 'PHASE_TYPE_COMPLETE',
  starred: true,
} as DriveRow;
const FOLDER: DriveRow = {
  ...FILE,
  id: 'folder',
  name: 'Reykjavik',
  folder: true,
  mime: '',
  category: '',
  starred: false,
};

/** @param name  of the part and its state, as in the code */
function Sample({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <div data-sample={name} className="min-w-0">
        {children}
      </div>
      <code className="text-xs text-muted wrap-anywhere">{name}</code>
    </div>
  );
}

/** @param isWide  one sample a line */
function Group({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }): ReactNode {
  return (
    <section className="grid gap-4 border-t border-line pt-6">
      <h2 className="text-lg font-semibold">{name}</h2>
      <div className={isWide ? 'grid gap-5' : 'flex flex-wrap items-start gap-5'}>{children}</div>
    </section>
  );
}

function Tokens(): ReactNode {
  return (
    <Group name="tokens.css">
      {COLOURS.map((name) => (
        <Sample key={name} name={name}>
          <div className={`size-14 rounded-md border border-line ${name}`} />
        </Sample>
      ))}
      {[...CORNERS, ...SHADOWS].map((name) => (
        <Sample key={name} name={name}>
          <div className={`size-14 bg-raised ${name}`} />
        </Sample>
      ))}
      {TEXTS.map((name) => (
        <Sample key={name} name={name}>
          <p className={name}>Magpie</p>
        </Sample>
      ))}
    </Group>
  );
}

function Buttons(): ReactNode {
  const { t } = useT();
  const label = t('ui.retry');
  return (
    <Group name="button.tsx">
      {VARIANTS.map((variant) => (
        <Sample key={variant} name={`Button ${variant}`}>
          <Button variant={variant}>{label}</Button>
        </Sample>
      ))}
      {VARIANTS.map((variant) => (
        <Sample key={variant} name={`Button ${variant} disabled`}>
          <Button variant={variant} disabled>
            {label}
          </Button>
        </Sample>
      ))}
      <Sample name="Button busy">
        <Button variant="primary" busy>
          {label}
        </Button>
      </Sample>
      <Sample name="Button sm">
        <Button size="sm">{label}</Button>
      </Sample>
      <Sample name="Button lg">
        <Button size="lg">{label}</Button>
      </Sample>
      <Sample name="Button icon">
        <Button icon={<Download size={18} aria-hidden="true" />}>{label}</Button>
      </Sample>
      <Sample name="Button href">
        <Button href="#main">{label}</Button>
      </Sample>
      <Sample name="IconButton">
        <IconButton label={t('ui.close')} icon={<Settings size={20} aria-hidden="true" />} />
      </Sample>
    </Group>
  );
}

function Fields(): ReactNode {
  const { t } = useT();
  const label = t('drive.folder.name');
  const text = t('ui.not_found.tip');
  return (
    <Group name="text-field.tsx, text-area.tsx" isWide>
      <Sample name="TextField">
        <TextField label={label} hint={text} />
      </Sample>
      <Sample name="TextField error">
        <TextField label={label} error={text} defaultValue="a/b" />
      </Sample>
      <Sample name="TextField disabled">
        <TextField label={label} defaultValue="Magpie" disabled />
      </Sample>
      <Sample name="TextField reveal">
        <TextField label={label} type="password" autoComplete="off" reveal />
      </Sample>
      <Sample name="TextArea">
        <TextArea label={label} rows={3} />
      </Sample>
      <Sample name="checkbox">
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="checkbox" defaultChecked />
          {label}
        </label>
      </Sample>
      <Sample name="switch">
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" role="switch" aria-checked="true" className="switch" defaultChecked />
          {label}
        </label>
      </Sample>
    </Group>
  );
}

function Messages(): ReactNode {
  const { t } = useT();
  return (
    <Group name="controls.tsx, toast.tsx, states.tsx" isWide>
      {TONES.map((tone) => (
        <Sample key={tone} name={`Notice ${tone}`}>
          <Notice tone={tone}>{t('ui.stuck.text')}</Notice>
        </Sample>
      ))}
      <Sample name="Card">
        <Card className="p-5">{t('ui.build.text')}</Card>
      </Sample>
      <Sample name="Toasts">
        <div className="relative h-28 [contain:layout]">
          <Toasts
            items={[{ id: 'a', text: t('ui.build.text'), actions: [{ label: t('ui.reload'), run: () => undefined }] }]}
            onDismiss={() => undefined}
          />
        </div>
      </Sample>
      {MOODS.map((mood) => (
        <Sample key={mood} name={`EmptyState ${mood}`}>
          <EmptyState mood={mood} title={t('ui.not_found.title')} text={t('ui.not_found.tip')} level="p" />
        </Sample>
      ))}
      <Sample name="ErrorState">
        <ErrorState title={t('ui.error.title')} action={<Button>{t('ui.retry')}</Button>} level="p" />
      </Sample>
      <Sample name="OfflineState">
        <OfflineState />
      </Sample>
      <Sample name="NoPermissionState">
        <NoPermissionState level="p" />
      </Sample>
    </Group>
  );
}

function Layers(): ReactNode {
  const { t } = useT();
  const entries = (
    <>
      <button type="button" className="menu-item">
        <Download size={18} aria-hidden="true" />
        {t('ui.reload')}
      </button>
      <button type="button" className="menu-item menu-danger">
        <Trash2 size={18} aria-hidden="true" />
        {t('ui.close')}
      </button>
    </>
  );
  return (
    <Group name="layers.css" isWide>
      <Sample name="menu">
        <div className="menu">{entries}</div>
      </Sample>
      <Sample name="dialog">
        <div className="relative h-80 [contain:layout]">
          <dialog open className="dialog" aria-label="Dialog">
            <div className="grid gap-4 p-5 sm:p-6">
              <p className="text-lg font-semibold">{t('ui.error.title')}</p>
              <p>{t('ui.stuck.text')}</p>
              <div className="dialog-answers">
                <Button>{t('drive.cancel')}</Button>
                <Button variant="primary">{t('ui.reload')}</Button>
              </div>
            </div>
          </dialog>
        </div>
      </Sample>
    </Group>
  );
}

function Amounts(): ReactNode {
  const { t } = useT();
  const label = t('ui.storage.title');
  const bars = [1, 4, 2, 8].map((amount, at) => ({ label: `${at}`, amount, text: `${amount}` }));
  return (
    <Group name="progress.tsx, bars.tsx" isWide>
      <Sample name="ProgressBar">
        <ProgressBar label={label} value={0.4} />
      </Sample>
      <Sample name="ProgressBar unknown">
        <ProgressBar label={t('ui.loading')} />
      </Sample>
      <Sample name="StorageBar">
        <StorageBar label={label} usedBytes={30} limitBytes={100} />
      </Sample>
      <Sample name="StorageBar full">
        <StorageBar label={label} usedBytes={98} limitBytes={100} />
      </Sample>
      <Sample name="SkeletonRows">
        <SkeletonRows rows={3} />
      </Sample>
      <Sample name="Bars">
        <Bars title={label} bars={bars} />
      </Sample>
    </Group>
  );
}

function Rows(): ReactNode {
  const shared = {
    place: 'all',
    query: '',
    isBusy: false,
    isCut: false,
    columns: ['size', 'modified'],
    nowMs: NOW_MS,
  } as const;
  const states = [
    { name: 'folder', row: FOLDER, isSelected: false },
    { name: 'file', row: FILE, isSelected: false },
    { name: 'selected', row: { ...FILE, id: 'selected' }, isSelected: true },
  ];
  return (
    <Group name="row.view.tsx" isWide>
      {states.map(({ name, ...state }, index) => (
        <Sample key={name} name={`ListRow ${name}`}>
          {/* biome-ignore lint/a11y/useSemanticElements: rows of the drive are a grid of div elements */}
          <div
            role="grid"
            aria-label={name}
            data-listing="list"
            className="overflow-hidden rounded-lg border border-line bg-surface"
          >
            <ListRow {...shared} {...state} index={index} />
          </div>
        </Sample>
      ))}
      {states.map(({ name, ...state }, index) => (
        <Sample key={name} name={`GridTile ${name}`}>
          <ul data-listing="grid" className="w-44">
            <GridTile {...shared} {...state} index={index} />
          </ul>
        </Sample>
      ))}
      <div className="flex flex-wrap gap-4">
        {KINDS.map((kind) => (
          <Sample key={kind} name={`KindIcon ${kind}`}>
            <KindIcon kind={kind} className="size-10" />
          </Sample>
        ))}
      </div>
    </Group>
  );
}

export function UiSamples(): ReactNode {
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-8 px-4 py-8 sm:px-6">
      <h1 className="text-2xl">client/ui</h1>
      <Tokens />
      <Buttons />
      <Fields />
      <Messages />
      <Layers />
      <Amounts />
      <Rows />
    </div>
  );
}
