/** Made by scripts/locales.ts from locales/. Run `npm run locales`; an edit here is lost. */
import enUsAuth from '#locales/en-US/auth.json' with { type: 'json' };
import enUsDrive from '#locales/en-US/drive.json' with { type: 'json' };
import enUsErrors from '#locales/en-US/errors.json' with { type: 'json' };
import enUsMail from '#locales/en-US/mail.json' with { type: 'json' };
import enUsShare from '#locales/en-US/share.json' with { type: 'json' };
import enUsSite from '#locales/en-US/site.json' with { type: 'json' };
import enUsUi from '#locales/en-US/ui.json' with { type: 'json' };
import esAuth from '#locales/es/auth.json' with { type: 'json' };
import esDrive from '#locales/es/drive.json' with { type: 'json' };
import esErrors from '#locales/es/errors.json' with { type: 'json' };
import esMail from '#locales/es/mail.json' with { type: 'json' };
import esShare from '#locales/es/share.json' with { type: 'json' };
import esSite from '#locales/es/site.json' with { type: 'json' };
import esUi from '#locales/es/ui.json' with { type: 'json' };
import idAuth from '#locales/id/auth.json' with { type: 'json' };
import idDrive from '#locales/id/drive.json' with { type: 'json' };
import idErrors from '#locales/id/errors.json' with { type: 'json' };
import idMail from '#locales/id/mail.json' with { type: 'json' };
import idShare from '#locales/id/share.json' with { type: 'json' };
import idSite from '#locales/id/site.json' with { type: 'json' };
import idUi from '#locales/id/ui.json' with { type: 'json' };
import jaAuth from '#locales/ja/auth.json' with { type: 'json' };
import jaDrive from '#locales/ja/drive.json' with { type: 'json' };
import jaErrors from '#locales/ja/errors.json' with { type: 'json' };
import jaMail from '#locales/ja/mail.json' with { type: 'json' };
import jaShare from '#locales/ja/share.json' with { type: 'json' };
import jaSite from '#locales/ja/site.json' with { type: 'json' };
import jaUi from '#locales/ja/ui.json' with { type: 'json' };
import koAuth from '#locales/ko/auth.json' with { type: 'json' };
import koDrive from '#locales/ko/drive.json' with { type: 'json' };
import koErrors from '#locales/ko/errors.json' with { type: 'json' };
import koMail from '#locales/ko/mail.json' with { type: 'json' };
import koShare from '#locales/ko/share.json' with { type: 'json' };
import koSite from '#locales/ko/site.json' with { type: 'json' };
import koUi from '#locales/ko/ui.json' with { type: 'json' };
import msAuth from '#locales/ms/auth.json' with { type: 'json' };
import msDrive from '#locales/ms/drive.json' with { type: 'json' };
import msErrors from '#locales/ms/errors.json' with { type: 'json' };
import msMail from '#locales/ms/mail.json' with { type: 'json' };
import msShare from '#locales/ms/share.json' with { type: 'json' };
import msSite from '#locales/ms/site.json' with { type: 'json' };
import msUi from '#locales/ms/ui.json' with { type: 'json' };
import ptAuth from '#locales/pt/auth.json' with { type: 'json' };
import ptDrive from '#locales/pt/drive.json' with { type: 'json' };
import ptErrors from '#locales/pt/errors.json' with { type: 'json' };
import ptMail from '#locales/pt/mail.json' with { type: 'json' };
import ptShare from '#locales/pt/share.json' with { type: 'json' };
import ptSite from '#locales/pt/site.json' with { type: 'json' };
import ptUi from '#locales/pt/ui.json' with { type: 'json' };
import ruAuth from '#locales/ru/auth.json' with { type: 'json' };
import ruDrive from '#locales/ru/drive.json' with { type: 'json' };
import ruErrors from '#locales/ru/errors.json' with { type: 'json' };
import ruMail from '#locales/ru/mail.json' with { type: 'json' };
import ruShare from '#locales/ru/share.json' with { type: 'json' };
import ruSite from '#locales/ru/site.json' with { type: 'json' };
import ruUi from '#locales/ru/ui.json' with { type: 'json' };
import ukAuth from '#locales/uk/auth.json' with { type: 'json' };
import ukDrive from '#locales/uk/drive.json' with { type: 'json' };
import ukErrors from '#locales/uk/errors.json' with { type: 'json' };
import ukMail from '#locales/uk/mail.json' with { type: 'json' };
import ukShare from '#locales/uk/share.json' with { type: 'json' };
import ukSite from '#locales/uk/site.json' with { type: 'json' };
import ukUi from '#locales/uk/ui.json' with { type: 'json' };
import zhCnAuth from '#locales/zh-CN/auth.json' with { type: 'json' };
import zhCnDrive from '#locales/zh-CN/drive.json' with { type: 'json' };
import zhCnErrors from '#locales/zh-CN/errors.json' with { type: 'json' };
import zhCnMail from '#locales/zh-CN/mail.json' with { type: 'json' };
import zhCnShare from '#locales/zh-CN/share.json' with { type: 'json' };
import zhCnSite from '#locales/zh-CN/site.json' with { type: 'json' };
import zhCnUi from '#locales/zh-CN/ui.json' with { type: 'json' };
import zhTwAuth from '#locales/zh-TW/auth.json' with { type: 'json' };
import zhTwDrive from '#locales/zh-TW/drive.json' with { type: 'json' };
import zhTwErrors from '#locales/zh-TW/errors.json' with { type: 'json' };
import zhTwMail from '#locales/zh-TW/mail.json' with { type: 'json' };
import zhTwShare from '#locales/zh-TW/share.json' with { type: 'json' };
import zhTwSite from '#locales/zh-TW/site.json' with { type: 'json' };
import zhTwUi from '#locales/zh-TW/ui.json' with { type: 'json' };
import type { Locale } from './tags.ts';

type Texts = Readonly<Record<string, string>>;

/** Every text of every language, by feature. For the server alone: it is far too much for a page. */
export const ALL_TEXTS: Readonly<Record<Locale, Readonly<Record<string, Texts>>>> = {
  'en-US': {
    auth: enUsAuth,
    drive: enUsDrive,
    errors: enUsErrors,
    mail: enUsMail,
    share: enUsShare,
    site: enUsSite,
    ui: enUsUi,
  },
  es: {
    auth: esAuth,
    drive: esDrive,
    errors: esErrors,
    mail: esMail,
    share: esShare,
    site: esSite,
    ui: esUi,
  },
  id: {
    auth: idAuth,
    drive: idDrive,
    errors: idErrors,
    mail: idMail,
    share: idShare,
    site: idSite,
    ui: idUi,
  },
  ja: {
    auth: jaAuth,
    drive: jaDrive,
    errors: jaErrors,
    mail: jaMail,
    share: jaShare,
    site: jaSite,
    ui: jaUi,
  },
  ko: {
    auth: koAuth,
    drive: koDrive,
    errors: koErrors,
    mail: koMail,
    share: koShare,
    site: koSite,
    ui: koUi,
  },
  ms: {
    auth: msAuth,
    drive: msDrive,
    errors: msErrors,
    mail: msMail,
    share: msShare,
    site: msSite,
    ui: msUi,
  },
  pt: {
    auth: ptAuth,
    drive: ptDrive,
    errors: ptErrors,
    mail: ptMail,
    share: ptShare,
    site: ptSite,
    ui: ptUi,
  },
  ru: {
    auth: ruAuth,
    drive: ruDrive,
    errors: ruErrors,
    mail: ruMail,
    share: ruShare,
    site: ruSite,
    ui: ruUi,
  },
  uk: {
    auth: ukAuth,
    drive: ukDrive,
    errors: ukErrors,
    mail: ukMail,
    share: ukShare,
    site: ukSite,
    ui: ukUi,
  },
  'zh-CN': {
    auth: zhCnAuth,
    drive: zhCnDrive,
    errors: zhCnErrors,
    mail: zhCnMail,
    share: zhCnShare,
    site: zhCnSite,
    ui: zhCnUi,
  },
  'zh-TW': {
    auth: zhTwAuth,
    drive: zhTwDrive,
    errors: zhTwErrors,
    mail: zhTwMail,
    share: zhTwShare,
    site: zhTwSite,
    ui: zhTwUi,
  },
};
