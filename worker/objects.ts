/**
 * The objects of the installation, each with its class. Apart from env.ts because the classes read Env themselves.
 */
import { blobIndexIn, type Env } from './env.ts';
import type { AccountObject } from './services/auth/account.object.ts';
import type { DirectoryObject } from './services/auth/directory.object.ts';
import type { HasherObject } from './services/auth/hasher.object.ts';
import type { ConfigObject } from './services/config/config.object.ts';
import type { BlobIndexObject } from './services/drive/blob-index.object.ts';
import type { DriveObject } from './services/drive/drive.object.ts';
import type { MailboxObject } from './services/mail/mailbox.object.ts';
import type { SubscriptionObject } from './services/mail/subscription.object.ts';
import type { DeskObject } from './services/ops/desk.object.ts';
import type { ShareObject } from './services/share/share.object.ts';
import type { ShareBookObject } from './services/share/share-book.object.ts';
import type { ShieldObject } from './services/shield/shield.object.ts';

export function objectsOf(env: Env) {
  return {
    drives: env.DRIVE as unknown as DurableObjectNamespace<DriveObject>,
    blobIndex: blobIndexIn(env) as unknown as DurableObjectNamespace<BlobIndexObject>,
    shares: env.SHARE as unknown as DurableObjectNamespace<ShareObject>,
    books: env.SHARE_BOOK as unknown as DurableObjectNamespace<ShareBookObject>,
    accounts: env.ACCOUNT as unknown as DurableObjectNamespace<AccountObject>,
    hashers: env.HASHERS as unknown as DurableObjectNamespace<HasherObject>,
    directory: env.DIRECTORY as unknown as DurableObjectNamespace<DirectoryObject>,
    mailboxes: env.MAILBOX as unknown as DurableObjectNamespace<MailboxObject>,
    configBook: env.CONFIG_BOOK as unknown as DurableObjectNamespace<ConfigObject>,
    subscriptions: env.SUBSCRIPTION as unknown as DurableObjectNamespace<SubscriptionObject>,
    desk: env.DESK as unknown as DurableObjectNamespace<DeskObject>,
    shield: env.SHIELD as unknown as DurableObjectNamespace<ShieldObject>,
  };
}
