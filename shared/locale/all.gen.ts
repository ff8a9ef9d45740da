/** Made by scripts/locales.ts from locales/. Run `npm run locales`; an edit here is lost. */
import enUsAccount from '#locales/en-US/account.json' with { type: 'json' };
import enUsAuth from '#locales/en-US/auth.json' with { type: 'json' };
import enUsBridge from '#locales/en-US/bridge.json' with { type: 'json' };
import enUsDrive from '#locales/en-US/drive.json' with { type: 'json' };
import enUsErrors from '#locales/en-US/errors.json' with { type: 'json' };
import enUsFactor from '#locales/en-US/factor.json' with { type: 'json' };
import enUsMail from '#locales/en-US/mail.json' with { type: 'json' };
import enUsOauth from '#locales/en-US/oauth.json' with { type: 'json' };
import enUsPhone from '#locales/en-US/phone.json' with { type: 'json' };
import enUsRequest from '#locales/en-US/request.json' with { type: 'json' };
import enUsShare from '#locales/en-US/share.json' with { type: 'json' };
import enUsShield from '#locales/en-US/shield.json' with { type: 'json' };
import enUsSite from '#locales/en-US/site.json' with { type: 'json' };
import enUsUi from '#locales/en-US/ui.json' with { type: 'json' };
import esAccount from '#locales/es/account.json' with { type: 'json' };
import esAuth from '#locales/es/auth.json' with { type: 'json' };
import esBridge from '#locales/es/bridge.json' with { type: 'json' };
import esDrive from '#locales/es/drive.json' with { type: 'json' };
import esErrors from '#locales/es/errors.json' with { type: 'json' };
import esFactor from '#locales/es/factor.json' with { type: 'json' };
import esMail from '#locales/es/mail.json' with { type: 'json' };
import esOauth from '#locales/es/oauth.json' with { type: 'json' };
import esPhone from '#locales/es/phone.json' with { type: 'json' };
import esRequest from '#locales/es/request.json' with { type: 'json' };
import esShare from '#locales/es/share.json' with { type: 'json' };
import esShield from '#locales/es/shield.json' with { type: 'json' };
import esSite from '#locales/es/site.json' with { type: 'json' };
import esUi from '#locales/es/ui.json' with { type: 'json' };
import idAccount from '#locales/id/account.json' with { type: 'json' };
import idAuth from '#locales/id/auth.json' with { type: 'json' };
import idBridge from '#locales/id/bridge.json' with { type: 'json' };
import idDrive from '#locales/id/drive.json' with { type: 'json' };
import idErrors from '#locales/id/errors.json' with { type: 'json' };
import idFactor from '#locales/id/factor.json' with { type: 'json' };
import idMail from '#locales/id/mail.json' with { type: 'json' };
import idOauth from '#locales/id/oauth.json' with { type: 'json' };
import idPhone from '#locales/id/phone.json' with { type: 'json' };
import idRequest from '#locales/id/request.json' with { type: 'json' };
import idShare from '#locales/id/share.json' with { type: 'json' };
import idShield from '#locales/id/shield.json' with { type: 'json' };
import idSite from '#locales/id/site.json' with { type: 'json' };
import idUi from '#locales/id/ui.json' with { type: 'json' };
import jaAccount from '#locales/ja/account.json' with { type: 'json' };
import jaAuth from '#locales/ja/auth.json' with { type: 'json' };
import jaBridge from '#locales/ja/bridge.json' with { type: 'json' };
import jaDrive from '#locales/ja/drive.json' with { type: 'json' };
import jaErrors from '#locales/ja/errors.json' with { type: 'json' };
import jaFactor from '#locales/ja/factor.json' with { type: 'json' };
import jaMail from '#locales/ja/mail.json' with { type: 'json' };
import jaOauth from '#locales/ja/oauth.json' with { type: 'json' };
import jaPhone from '#locales/ja/phone.json' with { type: 'json' };
import jaRequest from '#locales/ja/request.json' with { type: 'json' };
import jaShare from '#locales/ja/share.json' with { type: 'json' };
import jaShield from '#locales/ja/shield.json' with { type: 'json' };
import jaSite from '#locales/ja/site.json' with { type: 'json' };
import jaUi from '#locales/ja/ui.json' with { type: 'json' };
import koAccount from '#locales/ko/account.json' with { type: 'json' };
import koAuth from '#locales/ko/auth.json' with { type: 'json' };
import koBridge from '#locales/ko/bridge.json' with { type: 'json' };
import koDrive from '#locales/ko/drive.json' with { type: 'json' };
import koErrors from '#locales/ko/errors.json' with { type: 'json' };
import koFactor from '#locales/ko/factor.json' with { type: 'json' };
import koMail from '#locales/ko/mail.json' with { type: 'json' };
import koOauth from '#locales/ko/oauth.json' with { type: 'json' };
import koPhone from '#locales/ko/phone.json' with { type: 'json' };
import koRequest from '#locales/ko/request.json' with { type: 'json' };
import koShare from '#locales/ko/share.json' with { type: 'json' };
import koShield from '#locales/ko/shield.json' with { type: 'json' };
import koSite from '#locales/ko/site.json' with { type: 'json' };
import koUi from '#locales/ko/ui.json' with { type: 'json' };
import msAccount from '#locales/ms/account.json' with { type: 'json' };
import msAuth from '#locales/ms/auth.json' with { type: 'json' };
import msBridge from '#locales/ms/bridge.json' with { type: 'json' };
import msDrive from '#locales/ms/drive.json' with { type: 'json' };
import msErrors from '#locales/ms/errors.json' with { type: 'json' };
import msFactor from '#locales/ms/factor.json' with { type: 'json' };
import msMail from '#locales/ms/mail.json' with { type: 'json' };
import msOauth from '#locales/ms/oauth.json' with { type: 'json' };
import msPhone from '#locales/ms/phone.json' with { type: 'json' };
import msRequest from '#locales/ms/request.json' with { type: 'json' };
import msShare from '#locales/ms/share.json' with { type: 'json' };
import msShield from '#locales/ms/shield.json' with { type: 'json' };
import msSite from '#locales/ms/site.json' with { type: 'json' };
import msUi from '#locales/ms/ui.json' with { type: 'json' };
import ptAccount from '#locales/pt/account.json' with { type: 'json' };
import ptAuth from '#locales/pt/auth.json' with { type: 'json' };
import ptBridge from '#locales/pt/bridge.json' with { type: 'json' };
import ptDrive from '#locales/pt/drive.json' with { type: 'json' };
import ptErrors from '#locales/pt/errors.json' with { type: 'json' };
import ptFactor from '#locales/pt/factor.json' with { type: 'json' };
import ptMail from '#locales/pt/mail.json' with { type: 'json' };
import ptOauth from '#locales/pt/oauth.json' with { type: 'json' };
import ptPhone from '#locales/pt/phone.json' with { type: 'json' };
import ptRequest from '#locales/pt/request.json' with { type: 'json' };
import ptShare from '#locales/pt/share.json' with { type: 'json' };
import ptShield from '#locales/pt/shield.json' with { type: 'json' };
import ptSite from '#locales/pt/site.json' with { type: 'json' };
import ptUi from '#locales/pt/ui.json' with { type: 'json' };
import ruAccount from '#locales/ru/account.json' with { type: 'json' };
import ruAuth from '#locales/ru/auth.json' with { type: 'json' };
import ruBridge from '#locales/ru/bridge.json' with { type: 'json' };
import ruDrive from '#locales/ru/drive.json' with { type: 'json' };
import ruErrors from '#locales/ru/errors.json' with { type: 'json' };
import ruFactor from '#locales/ru/factor.json' with { type: 'json' };
import ruMail from '#locales/ru/mail.json' with { type: 'json' };
import ruOauth from '#locales/ru/oauth.json' with { type: 'json' };
import ruPhone from '#locales/ru/phone.json' with { type: 'json' };
import ruRequest from '#locales/ru/request.json' with { type: 'json' };
import ruShare from '#locales/ru/share.json' with { type: 'json' };
import ruShield from '#locales/ru/shield.json' with { type: 'json' };
import ruSite from '#locales/ru/site.json' with { type: 'json' };
import ruUi from '#locales/ru/ui.json' with { type: 'json' };
import ukAccount from '#locales/uk/account.json' with { type: 'json' };
import ukAuth from '#locales/uk/auth.json' with { type: 'json' };
import ukBridge from '#locales/uk/bridge.json' with { type: 'json' };
import ukDrive from '#locales/uk/drive.json' with { type: 'json' };
import ukErrors from '#locales/uk/errors.json' with { type: 'json' };
import ukFactor from '#locales/uk/factor.json' with { type: 'json' };
import ukMail from '#locales/uk/mail.json' with { type: 'json' };
import ukOauth from '#locales/uk/oauth.json' with { type: 'json' };
import ukPhone from '#locales/uk/phone.json' with { type: 'json' };
import ukRequest from '#locales/uk/request.json' with { type: 'json' };
import ukShare from '#locales/uk/share.json' with { type: 'json' };
import ukShield from '#locales/uk/shield.json' with { type: 'json' };
import ukSite from '#locales/uk/site.json' with { type: 'json' };
import ukUi from '#locales/uk/ui.json' with { type: 'json' };
import zhCnAccount from '#locales/zh-CN/account.json' with { type: 'json' };
import zhCnAuth from '#locales/zh-CN/auth.json' with { type: 'json' };
import zhCnBridge from '#locales/zh-CN/bridge.json' with { type: 'json' };
import zhCnDrive from '#locales/zh-CN/drive.json' with { type: 'json' };
import zhCnErrors from '#locales/zh-CN/errors.json' with { type: 'json' };
import zhCnFactor from '#locales/zh-CN/factor.json' with { type: 'json' };
import zhCnMail from '#locales/zh-CN/mail.json' with { type: 'json' };
import zhCnOauth from '#locales/zh-CN/oauth.json' with { type: 'json' };
import zhCnPhone from '#locales/zh-CN/phone.json' with { type: 'json' };
import zhCnRequest from '#locales/zh-CN/request.json' with { type: 'json' };
import zhCnShare from '#locales/zh-CN/share.json' with { type: 'json' };
import zhCnShield from '#locales/zh-CN/shield.json' with { type: 'json' };
import zhCnSite from '#locales/zh-CN/site.json' with { type: 'json' };
import zhCnUi from '#locales/zh-CN/ui.json' with { type: 'json' };
import zhTwAccount from '#locales/zh-TW/account.json' with { type: 'json' };
import zhTwAuth from '#locales/zh-TW/auth.json' with { type: 'json' };
import zhTwBridge from '#locales/zh-TW/bridge.json' with { type: 'json' };
import zhTwDrive from '#locales/zh-TW/drive.json' with { type: 'json' };
import zhTwErrors from '#locales/zh-TW/errors.json' with { type: 'json' };
import zhTwFactor from '#locales/zh-TW/factor.json' with { type: 'json' };
import zhTwMail from '#locales/zh-TW/mail.json' with { type: 'json' };
import zhTwOauth from '#locales/zh-TW/oauth.json' with { type: 'json' };
import zhTwPhone from '#locales/zh-TW/phone.json' with { type: 'json' };
import zhTwRequest from '#locales/zh-TW/request.json' with { type: 'json' };
import zhTwShare from '#locales/zh-TW/share.json' with { type: 'json' };
import zhTwShield from '#locales/zh-TW/shield.json' with { type: 'json' };
import zhTwSite from '#locales/zh-TW/site.json' with { type: 'json' };
import zhTwUi from '#locales/zh-TW/ui.json' with { type: 'json' };
import type { Locale } from './tags.ts';

type Texts = Readonly<Record<string, string>>;

/** Every text of every language, by feature. For the server alone: it is far too much for a page. */
export const ALL_TEXTS: Readonly<Record<Locale, Readonly<Record<string, Texts>>>> = {
  'en-US': {
    account: enUsAccount,
    auth: enUsAuth,
    bridge: enUsBridge,
    drive: enUsDrive,
    errors: enUsErrors,
    factor: enUsFactor,
    mail: enUsMail,
    oauth: enUsOauth,
    phone: enUsPhone,
    request: enUsRequest,
    share: enUsShare,
    shield: enUsShield,
    site: enUsSite,
    ui: enUsUi,
  },
  es: {
    account: esAccount,
    auth: esAuth,
    bridge: esBridge,
    drive: esDrive,
    errors: esErrors,
    factor: esFactor,
    mail: esMail,
    oauth: esOauth,
    phone: esPhone,
    request: esRequest,
    share: esShare,
    shield: esShield,
    site: esSite,
    ui: esUi,
  },
  id: {
    account: idAccount,
    auth: idAuth,
    bridge: idBridge,
    drive: idDrive,
    errors: idErrors,
    factor: idFactor,
    mail: idMail,
    oauth: idOauth,
    phone: idPhone,
    request: idRequest,
    share: idShare,
    shield: idShield,
    site: idSite,
    ui: idUi,
  },
  ja: {
    account: jaAccount,
    auth: jaAuth,
    bridge: jaBridge,
    drive: jaDrive,
    errors: jaErrors,
    factor: jaFactor,
    mail: jaMail,
    oauth: jaOauth,
    phone: jaPhone,
    request: jaRequest,
    share: jaShare,
    shield: jaShield,
    site: jaSite,
    ui: jaUi,
  },
  ko: {
    account: koAccount,
    auth: koAuth,
    bridge: koBridge,
    drive: koDrive,
    errors: koErrors,
    factor: koFactor,
    mail: koMail,
    oauth: koOauth,
    phone: koPhone,
    request: koRequest,
    share: koShare,
    shield: koShield,
    site: koSite,
    ui: koUi,
  },
  ms: {
    account: msAccount,
    auth: msAuth,
    bridge: msBridge,
    drive: msDrive,
    errors: msErrors,
    factor: msFactor,
    mail: msMail,
    oauth: msOauth,
    phone: msPhone,
    request: msRequest,
    share: msShare,
    shield: msShield,
    site: msSite,
    ui: msUi,
  },
  pt: {
    account: ptAccount,
    auth: ptAuth,
    bridge: ptBridge,
    drive: ptDrive,
    errors: ptErrors,
    factor: ptFactor,
    mail: ptMail,
    oauth: ptOauth,
    phone: ptPhone,
    request: ptRequest,
    share: ptShare,
    shield: ptShield,
    site: ptSite,
    ui: ptUi,
  },
  ru: {
    account: ruAccount,
    auth: ruAuth,
    bridge: ruBridge,
    drive: ruDrive,
    errors: ruErrors,
    factor: ruFactor,
    mail: ruMail,
    oauth: ruOauth,
    phone: ruPhone,
    request: ruRequest,
    share: ruShare,
    shield: ruShield,
    site: ruSite,
    ui: ruUi,
  },
  uk: {
    account: ukAccount,
    auth: ukAuth,
    bridge: ukBridge,
    drive: ukDrive,
    errors: ukErrors,
    factor: ukFactor,
    mail: ukMail,
    oauth: ukOauth,
    phone: ukPhone,
    request: ukRequest,
    share: ukShare,
    shield: ukShield,
    site: ukSite,
    ui: ukUi,
  },
  'zh-CN': {
    account: zhCnAccount,
    auth: zhCnAuth,
    bridge: zhCnBridge,
    drive: zhCnDrive,
    errors: zhCnErrors,
    factor: zhCnFactor,
    mail: zhCnMail,
    oauth: zhCnOauth,
    phone: zhCnPhone,
    request: zhCnRequest,
    share: zhCnShare,
    shield: zhCnShield,
    site: zhCnSite,
    ui: zhCnUi,
  },
  'zh-TW': {
    account: zhTwAccount,
    auth: zhTwAuth,
    bridge: zhTwBridge,
    drive: zhTwDrive,
    errors: zhTwErrors,
    factor: zhTwFactor,
    mail: zhTwMail,
    oauth: zhTwOauth,
    phone: zhTwPhone,
    request: zhTwRequest,
    share: zhTwShare,
    shield: zhTwShield,
    site: zhTwSite,
    ui: zhTwUi,
  },
};
