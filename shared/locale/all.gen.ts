/** Made by scripts/locales/main.ts from locales/. Run `npm run locales`; an edit here is lost. */
import enUsAccess from '#locales/en-US/access.json' with { type: 'json' };
import enUsActivity from '#locales/en-US/activity.json' with { type: 'json' };
import enUsAuth from '#locales/en-US/auth.json' with { type: 'json' };
import enUsDrive from '#locales/en-US/drive.json' with { type: 'json' };
import enUsErrors from '#locales/en-US/errors.json' with { type: 'json' };
import enUsMail from '#locales/en-US/mail.json' with { type: 'json' };
import enUsMembership from '#locales/en-US/membership.json' with { type: 'json' };
import enUsOps from '#locales/en-US/ops.json' with { type: 'json' };
import enUsShare from '#locales/en-US/share.json' with { type: 'json' };
import enUsShield from '#locales/en-US/shield.json' with { type: 'json' };
import enUsSite from '#locales/en-US/site.json' with { type: 'json' };
import enUsUi from '#locales/en-US/ui.json' with { type: 'json' };
import esAccess from '#locales/es/access.json' with { type: 'json' };
import esActivity from '#locales/es/activity.json' with { type: 'json' };
import esAuth from '#locales/es/auth.json' with { type: 'json' };
import esDrive from '#locales/es/drive.json' with { type: 'json' };
import esErrors from '#locales/es/errors.json' with { type: 'json' };
import esMail from '#locales/es/mail.json' with { type: 'json' };
import esMembership from '#locales/es/membership.json' with { type: 'json' };
import esOps from '#locales/es/ops.json' with { type: 'json' };
import esShare from '#locales/es/share.json' with { type: 'json' };
import esShield from '#locales/es/shield.json' with { type: 'json' };
import esSite from '#locales/es/site.json' with { type: 'json' };
import esUi from '#locales/es/ui.json' with { type: 'json' };
import idAccess from '#locales/id/access.json' with { type: 'json' };
import idActivity from '#locales/id/activity.json' with { type: 'json' };
import idAuth from '#locales/id/auth.json' with { type: 'json' };
import idDrive from '#locales/id/drive.json' with { type: 'json' };
import idErrors from '#locales/id/errors.json' with { type: 'json' };
import idMail from '#locales/id/mail.json' with { type: 'json' };
import idMembership from '#locales/id/membership.json' with { type: 'json' };
import idOps from '#locales/id/ops.json' with { type: 'json' };
import idShare from '#locales/id/share.json' with { type: 'json' };
import idShield from '#locales/id/shield.json' with { type: 'json' };
import idSite from '#locales/id/site.json' with { type: 'json' };
import idUi from '#locales/id/ui.json' with { type: 'json' };
import jaAccess from '#locales/ja/access.json' with { type: 'json' };
import jaActivity from '#locales/ja/activity.json' with { type: 'json' };
import jaAuth from '#locales/ja/auth.json' with { type: 'json' };
import jaDrive from '#locales/ja/drive.json' with { type: 'json' };
import jaErrors from '#locales/ja/errors.json' with { type: 'json' };
import jaMail from '#locales/ja/mail.json' with { type: 'json' };
import jaMembership from '#locales/ja/membership.json' with { type: 'json' };
import jaOps from '#locales/ja/ops.json' with { type: 'json' };
import jaShare from '#locales/ja/share.json' with { type: 'json' };
import jaShield from '#locales/ja/shield.json' with { type: 'json' };
import jaSite from '#locales/ja/site.json' with { type: 'json' };
import jaUi from '#locales/ja/ui.json' with { type: 'json' };
import koAccess from '#locales/ko/access.json' with { type: 'json' };
import koActivity from '#locales/ko/activity.json' with { type: 'json' };
import koAuth from '#locales/ko/auth.json' with { type: 'json' };
import koDrive from '#locales/ko/drive.json' with { type: 'json' };
import koErrors from '#locales/ko/errors.json' with { type: 'json' };
import koMail from '#locales/ko/mail.json' with { type: 'json' };
import koMembership from '#locales/ko/membership.json' with { type: 'json' };
import koOps from '#locales/ko/ops.json' with { type: 'json' };
import koShare from '#locales/ko/share.json' with { type: 'json' };
import koShield from '#locales/ko/shield.json' with { type: 'json' };
import koSite from '#locales/ko/site.json' with { type: 'json' };
import koUi from '#locales/ko/ui.json' with { type: 'json' };
import msAccess from '#locales/ms/access.json' with { type: 'json' };
import msActivity from '#locales/ms/activity.json' with { type: 'json' };
import msAuth from '#locales/ms/auth.json' with { type: 'json' };
import msDrive from '#locales/ms/drive.json' with { type: 'json' };
import msErrors from '#locales/ms/errors.json' with { type: 'json' };
import msMail from '#locales/ms/mail.json' with { type: 'json' };
import msMembership from '#locales/ms/membership.json' with { type: 'json' };
import msOps from '#locales/ms/ops.json' with { type: 'json' };
import msShare from '#locales/ms/share.json' with { type: 'json' };
import msShield from '#locales/ms/shield.json' with { type: 'json' };
import msSite from '#locales/ms/site.json' with { type: 'json' };
import msUi from '#locales/ms/ui.json' with { type: 'json' };
import ptAccess from '#locales/pt/access.json' with { type: 'json' };
import ptActivity from '#locales/pt/activity.json' with { type: 'json' };
import ptAuth from '#locales/pt/auth.json' with { type: 'json' };
import ptDrive from '#locales/pt/drive.json' with { type: 'json' };
import ptErrors from '#locales/pt/errors.json' with { type: 'json' };
import ptMail from '#locales/pt/mail.json' with { type: 'json' };
import ptMembership from '#locales/pt/membership.json' with { type: 'json' };
import ptOps from '#locales/pt/ops.json' with { type: 'json' };
import ptShare from '#locales/pt/share.json' with { type: 'json' };
import ptShield from '#locales/pt/shield.json' with { type: 'json' };
import ptSite from '#locales/pt/site.json' with { type: 'json' };
import ptUi from '#locales/pt/ui.json' with { type: 'json' };
import ruAccess from '#locales/ru/access.json' with { type: 'json' };
import ruActivity from '#locales/ru/activity.json' with { type: 'json' };
import ruAuth from '#locales/ru/auth.json' with { type: 'json' };
import ruDrive from '#locales/ru/drive.json' with { type: 'json' };
import ruErrors from '#locales/ru/errors.json' with { type: 'json' };
import ruMail from '#locales/ru/mail.json' with { type: 'json' };
import ruMembership from '#locales/ru/membership.json' with { type: 'json' };
import ruOps from '#locales/ru/ops.json' with { type: 'json' };
import ruShare from '#locales/ru/share.json' with { type: 'json' };
import ruShield from '#locales/ru/shield.json' with { type: 'json' };
import ruSite from '#locales/ru/site.json' with { type: 'json' };
import ruUi from '#locales/ru/ui.json' with { type: 'json' };
import ukAccess from '#locales/uk/access.json' with { type: 'json' };
import ukActivity from '#locales/uk/activity.json' with { type: 'json' };
import ukAuth from '#locales/uk/auth.json' with { type: 'json' };
import ukDrive from '#locales/uk/drive.json' with { type: 'json' };
import ukErrors from '#locales/uk/errors.json' with { type: 'json' };
import ukMail from '#locales/uk/mail.json' with { type: 'json' };
import ukMembership from '#locales/uk/membership.json' with { type: 'json' };
import ukOps from '#locales/uk/ops.json' with { type: 'json' };
import ukShare from '#locales/uk/share.json' with { type: 'json' };
import ukShield from '#locales/uk/shield.json' with { type: 'json' };
import ukSite from '#locales/uk/site.json' with { type: 'json' };
import ukUi from '#locales/uk/ui.json' with { type: 'json' };
import zhCnAccess from '#locales/zh-CN/access.json' with { type: 'json' };
import zhCnActivity from '#locales/zh-CN/activity.json' with { type: 'json' };
import zhCnAuth from '#locales/zh-CN/auth.json' with { type: 'json' };
import zhCnDrive from '#locales/zh-CN/drive.json' with { type: 'json' };
import zhCnErrors from '#locales/zh-CN/errors.json' with { type: 'json' };
import zhCnMail from '#locales/zh-CN/mail.json' with { type: 'json' };
import zhCnMembership from '#locales/zh-CN/membership.json' with { type: 'json' };
import zhCnOps from '#locales/zh-CN/ops.json' with { type: 'json' };
import zhCnShare from '#locales/zh-CN/share.json' with { type: 'json' };
import zhCnShield from '#locales/zh-CN/shield.json' with { type: 'json' };
import zhCnSite from '#locales/zh-CN/site.json' with { type: 'json' };
import zhCnUi from '#locales/zh-CN/ui.json' with { type: 'json' };
import zhTwAccess from '#locales/zh-TW/access.json' with { type: 'json' };
import zhTwActivity from '#locales/zh-TW/activity.json' with { type: 'json' };
import zhTwAuth from '#locales/zh-TW/auth.json' with { type: 'json' };
import zhTwDrive from '#locales/zh-TW/drive.json' with { type: 'json' };
import zhTwErrors from '#locales/zh-TW/errors.json' with { type: 'json' };
import zhTwMail from '#locales/zh-TW/mail.json' with { type: 'json' };
import zhTwMembership from '#locales/zh-TW/membership.json' with { type: 'json' };
import zhTwOps from '#locales/zh-TW/ops.json' with { type: 'json' };
import zhTwShare from '#locales/zh-TW/share.json' with { type: 'json' };
import zhTwShield from '#locales/zh-TW/shield.json' with { type: 'json' };
import zhTwSite from '#locales/zh-TW/site.json' with { type: 'json' };
import zhTwUi from '#locales/zh-TW/ui.json' with { type: 'json' };
import type { Locale } from './tags.ts';

type Texts = Readonly<Record<string, string>>;

/** Every text of every language, by feature. For the server alone: it is far too much for a page. */
export const ALL_TEXTS: Readonly<Record<Locale, Readonly<Record<string, Texts>>>> = {
  'en-US': {
    access: enUsAccess,
    activity: enUsActivity,
    auth: enUsAuth,
    drive: enUsDrive,
    errors: enUsErrors,
    mail: enUsMail,
    membership: enUsMembership,
    ops: enUsOps,
    share: enUsShare,
    shield: enUsShield,
    site: enUsSite,
    ui: enUsUi,
  },
  es: {
    access: esAccess,
    activity: esActivity,
    auth: esAuth,
    drive: esDrive,
    errors: esErrors,
    mail: esMail,
    membership: esMembership,
    ops: esOps,
    share: esShare,
    shield: esShield,
    site: esSite,
    ui: esUi,
  },
  id: {
    access: idAccess,
    activity: idActivity,
    auth: idAuth,
    drive: idDrive,
    errors: idErrors,
    mail: idMail,
    membership: idMembership,
    ops: idOps,
    share: idShare,
    shield: idShield,
    site: idSite,
    ui: idUi,
  },
  ja: {
    access: jaAccess,
    activity: jaActivity,
    auth: jaAuth,
    drive: jaDrive,
    errors: jaErrors,
    mail: jaMail,
    membership: jaMembership,
    ops: jaOps,
    share: jaShare,
    shield: jaShield,
    site: jaSite,
    ui: jaUi,
  },
  ko: {
    access: koAccess,
    activity: koActivity,
    auth: koAuth,
    drive: koDrive,
    errors: koErrors,
    mail: koMail,
    membership: koMembership,
    ops: koOps,
    share: koShare,
    shield: koShield,
    site: koSite,
    ui: koUi,
  },
  ms: {
    access: msAccess,
    activity: msActivity,
    auth: msAuth,
    drive: msDrive,
    errors: msErrors,
    mail: msMail,
    membership: msMembership,
    ops: msOps,
    share: msShare,
    shield: msShield,
    site: msSite,
    ui: msUi,
  },
  pt: {
    access: ptAccess,
    activity: ptActivity,
    auth: ptAuth,
    drive: ptDrive,
    errors: ptErrors,
    mail: ptMail,
    membership: ptMembership,
    ops: ptOps,
    share: ptShare,
    shield: ptShield,
    site: ptSite,
    ui: ptUi,
  },
  ru: {
    access: ruAccess,
    activity: ruActivity,
    auth: ruAuth,
    drive: ruDrive,
    errors: ruErrors,
    mail: ruMail,
    membership: ruMembership,
    ops: ruOps,
    share: ruShare,
    shield: ruShield,
    site: ruSite,
    ui: ruUi,
  },
  uk: {
    access: ukAccess,
    activity: ukActivity,
    auth: ukAuth,
    drive: ukDrive,
    errors: ukErrors,
    mail: ukMail,
    membership: ukMembership,
    ops: ukOps,
    share: ukShare,
    shield: ukShield,
    site: ukSite,
    ui: ukUi,
  },
  'zh-CN': {
    access: zhCnAccess,
    activity: zhCnActivity,
    auth: zhCnAuth,
    drive: zhCnDrive,
    errors: zhCnErrors,
    mail: zhCnMail,
    membership: zhCnMembership,
    ops: zhCnOps,
    share: zhCnShare,
    shield: zhCnShield,
    site: zhCnSite,
    ui: zhCnUi,
  },
  'zh-TW': {
    access: zhTwAccess,
    activity: zhTwActivity,
    auth: zhTwAuth,
    drive: zhTwDrive,
    errors: zhTwErrors,
    mail: zhTwMail,
    membership: zhTwMembership,
    ops: zhTwOps,
    share: zhTwShare,
    shield: zhTwShield,
    site: zhTwSite,
    ui: zhTwUi,
  },
};
