/**
 * Makes every service once. The one place that decides "here" or "over a binding"; now all are here.
 */
import { waitUntil } from 'cloudflare:workers';
import { DAV_PATH } from '#shared/programs/paths.ts';
import { makeDownloader } from '#worker/platform/downloader/service.ts';
import { type Config, type Env, readConfig } from './env.ts';
import { readSecrets, type Secrets } from './env-secrets.ts';
import { objectsOf } from './objects.ts';
import { makeArchiveEngine } from './platform/archives/engine.ts';
import { makeAtOnce } from './platform/at-once.ts';
import { makeBlobStore } from './platform/blobs/index.ts';
import type { BlobStore } from './platform/blobs/port.ts';
import { dataCentreCacheOf } from './platform/cache/data-centre-cache.ts';
import { type CardPainter, type CardPainterDeps, makeCardPainter } from './platform/cards/painter.ts';
import { systemClock } from './platform/clock.ts';
import { meteredEnv } from './platform/cost/metered-env.ts';
import { type Keyring, makeKeyring } from './platform/crypto.ts';
import { diskSpaceOf } from './platform/disk-space.ts';
import { makeFlush } from './platform/flush.ts';
import { healthOf } from './platform/machine/health.ts';
import { outlookOf } from './platform/machine/outlook.ts';
import { makePictureCodec, type PictureCodec } from './platform/pictures/codec.ts';
import { readinessOf } from './platform/readiness.ts';
import { makeTextReader } from './platform/texts/reader.ts';
import { type AccessDeps, makeAccessService } from './services/access/index.ts';
import {
  makeAuthParts,
  makeAuthService,
  makeObjectEngine,
  makeServiceEngine,
  readClients,
} from './services/auth/index.ts';
import { makeConfigService, makeLogos, makeReadLook } from './services/config/index.ts';
import {
  type DriveDeps,
  makeDriveService,
  makeGrantPeople,
  makeHourlyCounter,
  makeImageSigner,
  makeLinkTraffic,
  makeReadImageLink,
  type ReadImageDeps,
  type ReadImageLink,
} from './services/drive/service.ts';
import { type MailService, makeMailParts, makeMailService } from './services/mail/index.ts';
import {
  makeBillingParts,
  makeBillingService,
  makeClaimService,
  makeGiftCodeService,
  makeInvitationDesk,
  makeInvitationService,
  makeMembershipService,
} from './services/membership/service.ts';
import { makeAdminDatabase, makeOpsParts, makeOpsService, SIGN_UPS_KIND } from './services/ops/index.ts';
import { makeShareParts, makeShareService, marks } from './services/share/index.ts';
import { makeShieldParts, makeShieldService } from './services/shield/index.ts';

/** The external provider of human checks; null without one. */
function checkProviderOf({ shield: { provider }, appOrigin }: Config, { captchaSecret: secret }: Secrets) {
  return provider && { ...provider, secret, hostname: new URL(appOrigin).hostname };
}

/** Senders of mail and text messages, with their secrets. */
function mailSettingsOf(
  env: Env,
  { mail, sms, demo, processName }: Config,
  { smtpPassword, smsToken, mailFeedbackToken }: Secrets,
) {
  return {
    feedbackToken: mailFeedbackToken,
    sendsHere: processName !== '',
    ...mail,
    email: env.EMAIL,
    smtp: { ...mail.smtp, password: smtpPassword, network: env.SMTP_NET },
    sms: { ...sms, token: smsToken, demo },
  };
}

/** Of one person: each reads up to 20 files for their lines. */
const INSIDE_SEARCHES_AT_ONCE = 2;

/** Tools of the drive besides objects and other services. */
function driveToolsOf(env: Env, { contentOrigin, outgoing, wordsInside }: Config, keyring: Keyring) {
  return {
    contentOrigin,
    outgoing,
    imageSigner: makeImageSigner({ keyring, contentOrigin }),
    codec: makePictureCodec(env.CODEC),
    archiveEngine: makeArchiveEngine(env.CODEC),
    texts: wordsInside ? makeTextReader(env.CODEC) : null,
    insideSearches: makeAtOnce(INSIDE_SEARCHES_AT_ONCE, systemClock),
    downloader: makeDownloader(env),
  };
}

/** Programs that sign people in, or that people connect. */
function programsOf(config: Config, { providerSecrets }: Secrets) {
  return {
    clients: readClients(config.clients),
    signInProviders: { ...config, secrets: providerSecrets },
    programsAddress: config.programsOrigin + DAV_PATH,
  };
}

/** Cards of links, and the pictures on them. */
function drawingOf(
  env: Env,
  deps: Omit<CardPainterDeps, 'codec' | 'assets' | 'dataCentre'> & ReadImageDeps,
): { cards: CardPainter; readImageLink: ReadImageLink } {
  const files = { codec: env.CODEC, assets: env.ASSETS, dataCentre: dataCentreCacheOf(env) };
  return { cards: makeCardPainter({ ...deps, ...files }), readImageLink: makeReadImageLink(deps) };
}

function accessDepsOf(
  { apiOrigins, defaultCountry }: Config,
  rest: Omit<AccessDeps, 'apiOrigins' | 'defaultCountry'>,
): AccessDeps {
  return { ...rest, apiOrigins, defaultCountry };
}

type GiftDeps = Parameters<typeof makeGiftCodeService>[0] &
  Parameters<typeof makeInvitationService>[0] &
  Parameters<typeof makeInvitationDesk>[0];

function giftServicesOf(deps: GiftDeps) {
  return {
    giftCodes: makeGiftCodeService(deps),
    invitations: makeInvitationService(deps),
    invitationDesk: makeInvitationDesk(deps),
    claims: makeClaimService(deps),
  };
}

/** The machine below: its disk, its objects, and whether they answer. */
function machineOf(
  env: Env,
  documents: ReturnType<typeof makeConfigService>,
  blobs: BlobStore,
  mail: Pick<MailService, 'failingSinceMs'>,
) {
  const reads = {
    objects: () => documents.overview(),
    store: () => blobs.size('0'.repeat(32)),
    kv: () => env.CONFIG.get('readiness'),
    mail: async () => {
      if (mail.failingSinceMs() !== null) throw new Error('no mail is taken');
    },
  };
  const readiness = () => readinessOf(reads, systemClock);
  return {
    isMachine: env.MACHINE !== undefined,
    diskSpace: diskSpaceOf(env),
    flush: makeFlush(env),
    /** Null where the platform takes care of disks. */
    health: () => healthOf(env),
    readiness,
    outlook: () => outlookOf(env, readiness),
  };
}

/** Documents of operators, and what they say of the whole installation. */
function documentsOf(
  env: Env,
  { serviceKind }: Config,
  registries: ReturnType<typeof objectsOf>['configRegistry'],
  codec: PictureCodec,
) {
  const documents = makeConfigService({ kv: env.CONFIG, registries, clock: systemClock, serviceKind });
  return {
    documents,
    readLook: makeReadLook(documents, serviceKind),
    logos: makeLogos({ registries, codec, drawing: env.CODEC }),
  };
}

export function compose(env: Env) {
  const config = readConfig(env);
  const objects = objectsOf(env);
  const secrets = readSecrets(env);
  const clock = systemClock;
  const keyring = makeKeyring(secrets.rootHex);
  const { limits, appOrigin, contentOrigin, defaultCountry } = config;
  const common = { keyring, clock, limits, appOrigin, contentOrigin };
  const blobs = makeBlobStore(env);
  const tools = driveToolsOf(env, config, keyring);
  const { documents, readLook, logos } = documentsOf(env, config, objects.configRegistry, tools.codec);
  const accessDeps = accessDepsOf(config, { ...common, documents });
  const shieldParts = makeShieldParts({
    ...common,
    shield: objects.shield,
    mode: config.shield.mode,
    provider: checkProviderOf(config, secrets),
  });
  const shield = makeShieldService(shieldParts);
  const readLetterTexts = () => documents.live('letter_texts');
  const mailParts = makeMailParts({
    ...common,
    readLook,
    readLetterTexts,
    ...mailSettingsOf(env, config, secrets),
    ...objects,
  });
  const mail = makeMailService(mailParts);
  const served = { ...common, ...objects, documents, shield, mail };
  const counting = { tallies: objects.tallies, afterAnswer: waitUntil, clock };
  const authParts = makeAuthParts({
    ...common,
    accounts: objects.accounts,
    directory: objects.directory,
    documents,
    shield,
    mail,
    jwtPrivateJwk: secrets.jwtPrivateJwk,
    // Dev servers and Cloudflare have no process beside the runtime: objects compute there.
    hashEngine: env.HASHER ? makeServiceEngine(env.HASHER) : makeObjectEngine(objects.hashers, keyring),
    ...programsOf(config, secrets),
    defaultCountry,
    countSignUp: makeHourlyCounter(counting, SIGN_UPS_KIND),
  });
  const auth = makeAuthService(authParts);
  const membershipDeps = { ...common, ...objects, documents, shield, auth, defaultCountry };
  const membership = makeMembershipService(membershipDeps);
  const money = { billing: env.BILLING, payment: config.payment, mail, emailOf: auth.emailOf };
  const billingParts = makeBillingParts({ ...common, ...secrets, ...money, ...objects, documents });
  const billing = makeBillingService(billingParts);
  const driveDeps: DriveDeps = {
    ...common,
    drives: objects.drives,
    blobIndex: objects.blobIndex,
    blobs,
    ...tools,
    plans: membership.plans,
    sharedAmong: async (caller, ids) => (await marks(shareParts, caller, ids)).map(({ file_id }) => file_id),
    people: makeGrantPeople(auth, async (userId) => objects.shareRegistries.getByName(userId).publicName()),
  };
  const drive = makeDriveService(driveDeps);
  const dataCentre = dataCentreCacheOf(env);
  const shareParts = makeShareParts({ ...served, ...counting, drive, auth, dataCentre });
  const share = makeShareService(shareParts);
  const machine = machineOf(env, documents, blobs, mail);
  const gifts = giftServicesOf({ ...membershipDeps, db: billingParts.db });
  const opsParts = makeOpsParts({
    ...served,
    ...machine,
    ...gifts,
    auth,
    membership,
    billing,
    drive,
    share,
    admin: makeAdminDatabase(env.ADMIN),
    contactMail: config.contactMail,
  });
  const ops = makeOpsService(opsParts);
  return {
    objects,
    kv: env.CONFIG,
    config,
    secrets,
    clock,
    keyring,
    blobs,
    ...machine,
    clientFiles: env.ASSETS,
    bindings: env,
    documents,
    readLook,
    logos,
    access: makeAccessService(accessDeps),
    shield,
    mail,
    auth,
    membership,
    billing,
    ...gifts,
    parts: {
      access: accessDeps,
      shield: shieldParts,
      mail: mailParts,
      auth: authParts,
      billing: { ...billingParts, defaultCountry, auth, shield, emailOf: auth.emailOf },
      membership: membershipDeps,
      drive: driveDeps,
      share: shareParts,
      ops: opsParts,
    },
    drive,
    linkTraffic: makeLinkTraffic(counting),
    share,
    ops,
    ...drawingOf(env, { ...driveDeps, ...counting, shareImages: share.imageSource }),
  };
}

export type Services = ReturnType<typeof compose>;

const made = new WeakMap<Env, Services>();

/** Services of this isolate: they hold no state of a visitor, so one set serves all. */
export function servicesOf(env: Env): Services {
  let services = made.get(env);
  if (!services) {
    services = compose(meteredEnv(env));
    made.set(env, services);
  }
  return services;
}
