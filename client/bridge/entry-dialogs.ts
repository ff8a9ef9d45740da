/** Dialogs and notes of a hand-off: the texts of each question and failure. */
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { LoopbackPermission } from './desktop.ts';
import type { BridgeScreen } from './dialog.ts';
import type { FailureKind } from './failure.ts';

/** Source of a code. */
export type CodeSource = 'address' | 'app' | 'extension' | 'desktop';

export interface EntryDialogs {
  /** @returns removes the note */
  waiting(who: 'app' | 'extension' | 'desktop', onCancel: () => void): () => void;
  agreeToDesktop(permission: Extract<LoopbackPermission, 'prompt' | 'absent'>): Promise<boolean>;
  mayReplace(current: string, other: string): Promise<boolean>;
  /** @returns whether the user wants to try again */
  failed(kind: FailureKind, who: CodeSource, mayRepeat: boolean): Promise<boolean>;
}

interface Ending {
  title: MessageKey;
  text: MessageKey;
}

const WAITING = {
  app: 'auth.bridge.app.waiting',
  extension: 'auth.bridge.extension.waiting',
  desktop: 'auth.bridge.desktop.waiting',
} as const satisfies Record<string, MessageKey>;

/** No counterpart, no answer in time or an unusable answer: one text for all. */
const SILENT: Record<CodeSource, Ending> = {
  app: { title: 'auth.bridge.app.silent.title', text: 'auth.bridge.app.silent.text' },
  extension: { title: 'auth.bridge.extension.silent.title', text: 'auth.bridge.extension.silent.text' },
  desktop: { title: 'auth.bridge.desktop.silent.title', text: 'auth.bridge.desktop.silent.text' },
  address: { title: 'auth.bridge.invalid.title', text: 'auth.bridge.invalid.text' },
};

const REFUSED: Record<CodeSource, Ending> = {
  ...SILENT,
  app: { title: 'auth.bridge.refused.title', text: 'auth.bridge.refused.app' },
  extension: { title: 'auth.bridge.refused.title', text: 'auth.bridge.refused.extension' },
  desktop: { title: 'auth.bridge.refused.title', text: 'auth.bridge.refused.app' },
};

function endingOf(kind: FailureKind, who: CodeSource): Ending {
  switch (kind) {
    case 'denied':
      return { title: 'auth.bridge.denied.title', text: 'auth.bridge.denied.text' };
    case 'refused':
      return REFUSED[who];
    case 'invalid-code':
    case 'garbled':
      return { title: 'auth.bridge.invalid.title', text: 'auth.bridge.invalid.text' };
    case 'unreachable':
      return { title: 'auth.bridge.unreachable.title', text: 'auth.bridge.unreachable.text' };
    case 'moved':
      return { title: 'auth.bridge.moved.title', text: 'auth.bridge.moved.text' };
    default:
      return SILENT[who];
  }
}

export function makeEntryDialogs(screen: BridgeScreen, { t, text }: Pick<Translator, 't' | 'text'>): EntryDialogs {
  return {
    waiting: (who, onCancel) => screen.wait(text(WAITING[who]), t('auth.bridge.cancel'), onCancel),
    agreeToDesktop: (permission) =>
      screen.ask({
        title: t('auth.bridge.desktop.question.title'),
        text: [
          t('auth.bridge.desktop.question.text'),
          ...(permission === 'prompt' ? [t('auth.bridge.desktop.question.prompt')] : []),
        ],
        yes: t('auth.bridge.desktop.question.yes'),
        no: t('auth.bridge.cancel'),
      }),
    mayReplace: (current, other) =>
      screen.ask({
        title: t('auth.bridge.replace.title'),
        text: [t('auth.bridge.replace.text', { current, other })],
        yes: t('auth.bridge.replace.yes'),
        no: t('auth.bridge.replace.no'),
      }),
    failed(kind, who, mayRepeat) {
      const ending = endingOf(kind, who);
      return screen.ask({
        title: text(ending.title),
        text: [text(ending.text)],
        yes: mayRepeat ? t('auth.bridge.again') : null,
        no: t('auth.bridge.close'),
      });
    },
  };
}
