/** Messages of users to the operators: newest first, each with its state. In English, like the rest of the console. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { shownMail } from '#shared/intake/mail.ts';
import type { MessageKind, MessageState, MessageTopic } from '#shared/ops/messages.ts';
import { Moment } from './acts.view.tsx';
import { MoreLink } from './more-link.view.tsx';

export interface ShownMessage {
  readonly id: string;
  readonly kind: MessageKind;
  readonly topic: MessageTopic;
  readonly message: string;
  /** '' for visitors. */
  readonly userId: string;
  /** Address for an answer; '' for none. */
  readonly email: string;
  readonly locale: string;
  readonly state: MessageState;
  readonly createdMs: number;
}

export interface MessagesViewProps {
  messages: readonly ShownMessage[];
  /** The states that are shown. */
  state: MessageState | '';
  /** Address of this page. */
  here: string;
  /** Token of the next newer page; '' for the newest. */
  pageToken: string;
  /** Token of the next older page; '' at the end. */
  olderHref: string;
}

const TOPICS: Readonly<Record<MessageTopic, string>> = {
  question: 'Question',
  problem: 'Something doesn’t work',
  account: 'Account',
  privacy: 'Personal data',
  abuse: 'Abuse',
  other: 'Something else',
};

const FILTERS = [
  { state: 'new', label: 'New' },
  { state: 'done', label: 'Done' },
  { state: '', label: 'All' },
] as const;

export function MessagesView({ messages, state, here, pageToken, olderHref }: MessagesViewProps): ReactNode {
  return (
    <>
      <h1 className="text-2xl">Messages</h1>
      <p className="mt-2 max-w-prose text-muted">
        From the contact form and from inside the drive. Each is erased when its time is over, or with its account.
      </p>
      <nav aria-label="Filter messages" className="mt-4">
        <ul className="flex flex-wrap gap-x-5">
          {FILTERS.map((filter) => (
            <li key={filter.state}>
              <a
                className="flex min-h-11 items-center text-sm font-semibold text-muted hover:text-ink aria-[current]:text-accent"
                href={`${here}?state=${filter.state}`}
                aria-current={filter.state === state ? 'true' : undefined}
              >
                {filter.label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {messages.length === 0 ? (
        <p className="mt-4 text-muted">No messages here.</p>
      ) : (
        <ol className="mt-4 grid gap-4">
          {messages.map((message) => (
            <li key={message.id} className="card p-4 sm:p-5">
              <MessageCard message={message} here={here} filter={state} pageToken={pageToken} />
            </li>
          ))}
        </ol>
      )}
      <MoreLink href={olderHref}>Older messages</MoreLink>
    </>
  );
}

function MessageCard({
  message,
  here,
  filter,
  pageToken,
}: {
  message: ShownMessage;
  here: string;
  filter: string;
  pageToken: string;
}): ReactNode {
  const { id, kind, topic, userId, email, locale, state, createdMs } = message;
  const next: MessageState = state === 'new' ? 'done' : 'new';
  return (
    <article>
      <h2 className="text-base font-semibold">{TOPICS[topic]}</h2>
      <p className="mt-1 text-xs text-muted">
        <Moment ms={createdMs} /> · {kind === 'feedback' ? 'from the drive' : 'contact form'} · {locale}
        {userId === '' ? ' · visitor' : ` · account ${userId}`}
        {state === 'done' ? ' · done' : ''}
      </p>
      {/* Typed text, in any direction. */}
      <p className="mt-3 break-words whitespace-pre-wrap" dir="auto">
        {message.message}
      </p>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <form method="post" action={here} data-guard>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="state" value={next} />
          <input type="hidden" name="filter" value={filter} />
          <input type="hidden" name="page_token" value={pageToken} />
          <Button type="submit">{next === 'done' ? 'Mark as done' : 'Mark as new'}</Button>
        </form>
        {email === '' ? (
          <p className="text-sm text-muted">No reply address</p>
        ) : (
          <a className="link inline-flex min-h-11 items-center text-sm" href={mailtoOf(email)}>
            Answer {shownMail(email)}
          </a>
        )}
      </div>
    </article>
  );
}

/** An address must not add fields to the mail (RFC 6068 section 2). */
function mailtoOf(email: string): string {
  const at = email.lastIndexOf('@');
  return `mailto:${encodeURIComponent(email.slice(0, at))}@${encodeURIComponent(email.slice(at + 1))}`;
}
