/** Props of the page that connects programs, made by worker/pages/account/programs.page.tsx, and parts that its sections share. */
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { HumanCheck } from '#client/shield/index.ts';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { CodeWays } from '../provider/no-password.view.tsx';
import type { FolderChoice, FolderPick } from './folder-field.view.tsx';

export interface ShownPassword {
  readonly id: string;
  readonly name: string;
  readonly scope: 'read' | 'write';
  /** '' for the whole drive; null for a folder that is no longer there. */
  readonly folder: string | null;
  /** Epoch ms. */
  readonly madeMs: number;
  /** Epoch ms; null for none. */
  readonly endsMs: number | null;
  /** Epoch ms; null before the first use. */
  readonly usedMs: number | null;
  readonly usedBy: string;
  /** Name of a country, or a network address. */
  readonly usedFrom: string;
}

/** A file or folder that a program keeps from being changed by others. */
export interface ShownProgramLock {
  readonly id: string;
  readonly name: string;
  /** The name of the app password, and who holds the lock as far as the program says it. */
  readonly program: string;
  /** Epoch ms. */
  readonly endsMs: number;
}

/** Fields of the form as they were typed. */
export interface TypedPassword {
  readonly name: string;
  readonly scope: 'read' | 'write';
  readonly endsInDays: number;
  /** The folder that is the whole of what the program sees. */
  readonly folder: FolderChoice;
}

/** Lives an app password may have, days; 0 for no end. */
export const LIVES = [0, 30, 365] as const;

export interface ProgramsPageProps extends CodeWays {
  /** Address of WebDAV. */
  readonly address: string;
  /** Address of the server for sync clients: an origin. */
  readonly syncAddress: string;
  /** Where npm gets the command line. */
  readonly cliAddress: string;
  readonly tusAddress: string;
  readonly userName: string;
  readonly passwords: readonly ShownPassword[];
  readonly locks: readonly ShownProgramLock[];
  readonly typed: TypedPassword;
  /** Null unless a folder is being chosen. */
  readonly pick: FolderPick | null;
  /** Just made: shown now and never again. */
  readonly made: { readonly name: string; readonly password: string } | null;
  /** Without one no password is made: it is chosen by mail first. */
  readonly hasPassword: boolean;
  /** A whole sentence that names the finished act. */
  readonly done: string | null;
  readonly error: { readonly field: string; readonly text: string } | null;
  /** The form is sent after this alone. */
  readonly check: HumanCheck | null;
  /** Of a password that the form has confirmed already; '' for none. */
  readonly sudoToken: string;
}

/** Copies a value that is entered in a program. Without script the value can be selected. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactNode {
  const { t } = useT();
  return (
    <Button
      size="sm"
      className="needs-script flex-none"
      icon={<Copy size={16} aria-hidden="true" />}
      aria-label={t('programs.settings.copy_named', { name: label })}
      data-copy={text}
      data-copied={t('programs.settings.copied')}
    >
      {t('programs.settings.copy')}
    </Button>
  );
}

export function CopiedValue({ label, value }: { label: string; value: string }): ReactNode {
  return (
    <div className="grid gap-1 py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto] sm:items-center sm:gap-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="grid min-w-0 justify-items-start gap-2 sm:contents">
        <code className="min-w-0 font-mono break-all select-all">{value}</code>
        <CopyButton text={value} label={label} />
      </dd>
    </div>
  );
}

/** A line for a terminal. */
export function Command({ text, label }: { text: string; label: string }): ReactNode {
  return (
    <div className="grid justify-items-start gap-2 rounded-md bg-sunken p-3 sm:flex sm:items-start sm:justify-between sm:gap-3">
      <code className="min-w-0 font-mono text-sm break-all select-all">{text}</code>
      <CopyButton text={text} label={label} />
    </div>
  );
}
