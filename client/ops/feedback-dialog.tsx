/** Feedback form inside the drive. Typed text stays in this tab until it was sent. */
import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import type { ApiClient } from '#client/api/client.ts';
import { ApiError } from '#client/api/errors.ts';
import { makeDraft } from '#client/browser-storage/draft.ts';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { Answers, Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { EMAIL_MAX_CHARS } from '#shared/auth/rules.ts';
import { messageOf } from '#shared/error-message.ts';
import { inboxContract } from '#shared/ops/inbox.contract.ts';
import {
  isMessageTopic,
  MESSAGE_MAX_CHARS,
  MESSAGE_TOPICS,
  type MessageTopic,
  TOPIC_KEYS,
} from '#shared/ops/messages.ts';

type Sending = { readonly at: 'typing' | 'sending' | 'sent' } | { readonly at: 'refused'; readonly sentence: string };

export interface FeedbackDialogProps {
  /** The client for the user's calls. */
  api: ApiClient;
  /** The user whose draft is stored. */
  userId: string;
  onClose: () => void;
}

export function FeedbackDialog({ api, userId, onClose }: FeedbackDialogProps): ReactNode {
  const { t, text } = useT();
  const format = useFormat();
  const [draft] = useState(() => makeDraft(userId));
  const [message, setMessage] = useState(draft.read);
  const [topic, setTopic] = useState<MessageTopic>('problem');
  const [email, setEmail] = useState('');
  const [sending, setSending] = useState<Sending>({ at: 'typing' });

  async function send(): Promise<void> {
    setSending({ at: 'sending' });
    try {
      await api.call(inboxContract.sendFeedback, { body: { topic, message, email: email.trim() } });
      draft.write('');
      setSending({ at: 'sent' });
    } catch (error) {
      const sentence = messageOf(error, text);
      if (!(error instanceof ApiError)) console.error('feedback', error);
      setSending({ at: 'refused', sentence });
    }
  }

  if (sending.at === 'sent')
    return (
      <Dialog
        title={t('ops.contact.sent.title')}
        onClose={onClose}
        footer={
          <Button variant="primary" onClick={onClose}>
            {t('ui.close')}
          </Button>
        }
      >
        <p role="status" className="flex gap-3">
          <CircleCheck size={22} className="mt-0.5 flex-none text-accent" aria-hidden="true" />
          {t('ops.contact.sent.text')}
        </p>
      </Dialog>
    );
  return (
    <Dialog
      title={t('ops.feedback.title')}
      onClose={onClose}
      footer={
        <Answers onCancel={onClose} type="submit" form="feedback" disabled={sending.at === 'sending'}>
          {t('ops.contact.submit')}
        </Answers>
      }
    >
      <form
        id="feedback"
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (sending.at !== 'sending') void send();
        }}
      >
        <p className="text-muted">{t('ops.feedback.lead')}</p>
        {sending.at === 'refused' ? (
          <Notice tone="danger">
            <p>{sending.sentence}</p>
            <p>{t('ops.feedback.kept')}</p>
          </Notice>
        ) : null}
        <div className="field">
          <label htmlFor="feedback-topic">{t('ops.contact.topic.label')}</label>
          <select
            id="feedback-topic"
            className="input"
            value={topic}
            onChange={({ currentTarget: { value } }) => {
              if (isMessageTopic(value)) setTopic(value);
            }}
          >
            {MESSAGE_TOPICS.map((each) => (
              <option key={each} value={each}>
                {t(TOPIC_KEYS[each])}
              </option>
            ))}
          </select>
        </div>
        <TextArea
          label={t('ops.contact.message.label')}
          hint={t('ops.contact.message.hint', { max: format.number(MESSAGE_MAX_CHARS) })}
          rows={6}
          maxLength={MESSAGE_MAX_CHARS}
          required
          value={message}
          onChange={({ currentTarget: { value } }) => {
            setMessage(value);
            draft.write(value);
          }}
        />
        <TextField
          label={t('ops.contact.email.label')}
          hint={t('ops.feedback.email')}
          type="email"
          maxLength={EMAIL_MAX_CHARS}
          autoComplete="email"
          value={email}
          onChange={({ currentTarget: { value } }) => setEmail(value)}
        />
      </form>
    </Dialog>
  );
}
