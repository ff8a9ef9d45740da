/**
 * The objects of the installation, each with its class. Apart from env.ts because the classes read Env themselves.
 */

import type { ShareBookObject } from '#worker/services/share/registry/share-book.object.ts';
import type { ShareObject } from '#worker/services/share/state/share.object.ts';
import { blobIndexIn, type Env } from './env.ts';
import { guardObjects } from './platform/guarded-objects.ts';
import { makeObjectRegistry } from './platform/object-registry.ts';
import type { AccountObject } from './services/auth/account.object.ts';
import type { DirectoryObject } from './services/auth/directory.object.ts';
import type { HasherObject } from './services/auth/hasher.object.ts';
import type { ConfigObject } from './services/config/config.object.ts';
import type { BlobIndexObject } from './services/drive/blobs/blob-index.object.ts';
import type { DriveObject } from './services/drive/drive.object.ts';
import type { TallyObject } from './services/drive/tally/tally.object.ts';
import type { LetterLogObject } from './services/mail/letter-log.object.ts';
import type { MailboxObject } from './services/mail/mailbox.object.ts';
import type { SubscriptionObject } from './services/mail/subscription.object.ts';
import type { CodeBatchObject } from './services/membership/code/code-batch.object.ts';
import type { MemberObject } from './services/membership/member.object.ts';
import type { DeskObject } from './services/ops/desk.object.ts';
import type { ShieldObject } from './services/shield/shield.object.ts';

export function objectsOf(env: Env) {
  const registry = makeObjectRegistry(env);
  const guard = <T extends Rpc.DurableObjectBranded>(objects: object, className: string) =>
    guardObjects(objects as DurableObjectNamespace<T>, className, registry);
  return {
    drives: guard<DriveObject>(env.DRIVE, 'DriveObject'),
    blobIndex: guard<BlobIndexObject>(blobIndexIn(env), 'BlobIndexObject'),
    shares: guard<ShareObject>(env.SHARE, 'ShareObject'),
    shareRegistries: guard<ShareBookObject>(env.SHARE_BOOK, 'ShareBookObject'),
    accounts: guard<AccountObject>(env.ACCOUNT, 'AccountObject'),
    tallies: guard<TallyObject>(env.TALLY, 'TallyObject'),
    // It stores nothing.
    hashers: env.HASHERS as unknown as DurableObjectNamespace<HasherObject>,
    directory: guard<DirectoryObject>(env.DIRECTORY, 'DirectoryObject'),
    mailboxes: guard<MailboxObject>(env.MAILBOX, 'MailboxObject'),
    configRegistry: guard<ConfigObject>(env.CONFIG_BOOK, 'ConfigObject'),
    subscriptions: guard<SubscriptionObject>(env.SUBSCRIPTION, 'SubscriptionObject'),
    letterLogs: guard<LetterLogObject>(env.LETTER_LOG, 'LetterLogObject'),
    inbox: guard<DeskObject>(env.DESK, 'DeskObject'),
    members: guard<MemberObject>(env.MEMBER, 'MemberObject'),
    codeBatches: guard<CodeBatchObject>(env.CODE_BATCH, 'CodeBatchObject'),
    shield: guard<ShieldObject>(env.SHIELD, 'ShieldObject'),
  };
}
