/** Made by scripts/locales/main.ts from locales/. Run `npm run locales`; an edit here is lost. */
import enUsAccess from '#locales/en-US/access.json' with { type: 'json' };
import enUsAccount from '#locales/en-US/account.json' with { type: 'json' };
import enUsActivity from '#locales/en-US/activity.json' with { type: 'json' };
import enUsApps from '#locales/en-US/apps.json' with { type: 'json' };
import enUsAuth from '#locales/en-US/auth.json' with { type: 'json' };
import enUsBlog from '#locales/en-US/blog.json' with { type: 'json' };
import enUsBridge from '#locales/en-US/bridge.json' with { type: 'json' };
import enUsBrowse from '#locales/en-US/browse.json' with { type: 'json' };
import enUsConflict from '#locales/en-US/conflict.json' with { type: 'json' };
import enUsConsent from '#locales/en-US/consent.json' with { type: 'json' };
import enUsContact from '#locales/en-US/contact.json' with { type: 'json' };
import enUsDoors from '#locales/en-US/doors.json' with { type: 'json' };
import enUsDrive from '#locales/en-US/drive.json' with { type: 'json' };
import enUsDriveMore from '#locales/en-US/drive-more.json' with { type: 'json' };
import enUsErrors from '#locales/en-US/errors.json' with { type: 'json' };
import enUsFactor from '#locales/en-US/factor.json' with { type: 'json' };
import enUsHelp from '#locales/en-US/help.json' with { type: 'json' };
import enUsHub from '#locales/en-US/hub.json' with { type: 'json' };
import enUsMail from '#locales/en-US/mail.json' with { type: 'json' };
import enUsNav from '#locales/en-US/nav.json' with { type: 'json' };
import enUsOauth from '#locales/en-US/oauth.json' with { type: 'json' };
import enUsPhone from '#locales/en-US/phone.json' with { type: 'json' };
import enUsPolicy from '#locales/en-US/policy.json' with { type: 'json' };
import enUsRequest from '#locales/en-US/request.json' with { type: 'json' };
import enUsSelftest from '#locales/en-US/selftest.json' with { type: 'json' };
import enUsShare from '#locales/en-US/share.json' with { type: 'json' };
import enUsShield from '#locales/en-US/shield.json' with { type: 'json' };
import enUsShop from '#locales/en-US/shop.json' with { type: 'json' };
import enUsSite from '#locales/en-US/site.json' with { type: 'json' };
import enUsStorage from '#locales/en-US/storage.json' with { type: 'json' };
import enUsSubscription from '#locales/en-US/subscription.json' with { type: 'json' };
import enUsTransfer from '#locales/en-US/transfer.json' with { type: 'json' };
import enUsUi from '#locales/en-US/ui.json' with { type: 'json' };
import esAccess from '#locales/es/access.json' with { type: 'json' };
import esAccount from '#locales/es/account.json' with { type: 'json' };
import esActivity from '#locales/es/activity.json' with { type: 'json' };
import esApps from '#locales/es/apps.json' with { type: 'json' };
import esAuth from '#locales/es/auth.json' with { type: 'json' };
import esBlog from '#locales/es/blog.json' with { type: 'json' };
import esBridge from '#locales/es/bridge.json' with { type: 'json' };
import esBrowse from '#locales/es/browse.json' with { type: 'json' };
import esConflict from '#locales/es/conflict.json' with { type: 'json' };
import esConsent from '#locales/es/consent.json' with { type: 'json' };
import esContact from '#locales/es/contact.json' with { type: 'json' };
import esDoors from '#locales/es/doors.json' with { type: 'json' };
import esDrive from '#locales/es/drive.json' with { type: 'json' };
import esDriveMore from '#locales/es/drive-more.json' with { type: 'json' };
import esErrors from '#locales/es/errors.json' with { type: 'json' };
import esFactor from '#locales/es/factor.json' with { type: 'json' };
import esHelp from '#locales/es/help.json' with { type: 'json' };
import esHub from '#locales/es/hub.json' with { type: 'json' };
import esMail from '#locales/es/mail.json' with { type: 'json' };
import esNav from '#locales/es/nav.json' with { type: 'json' };
import esOauth from '#locales/es/oauth.json' with { type: 'json' };
import esPhone from '#locales/es/phone.json' with { type: 'json' };
import esPolicy from '#locales/es/policy.json' with { type: 'json' };
import esRequest from '#locales/es/request.json' with { type: 'json' };
import esSelftest from '#locales/es/selftest.json' with { type: 'json' };
import esShare from '#locales/es/share.json' with { type: 'json' };
import esShield from '#locales/es/shield.json' with { type: 'json' };
import esShop from '#locales/es/shop.json' with { type: 'json' };
import esSite from '#locales/es/site.json' with { type: 'json' };
import esStorage from '#locales/es/storage.json' with { type: 'json' };
import esSubscription from '#locales/es/subscription.json' with { type: 'json' };
import esTransfer from '#locales/es/transfer.json' with { type: 'json' };
import esUi from '#locales/es/ui.json' with { type: 'json' };
import idAccess from '#locales/id/access.json' with { type: 'json' };
import idAccount from '#locales/id/account.json' with { type: 'json' };
import idActivity from '#locales/id/activity.json' with { type: 'json' };
import idApps from '#locales/id/apps.json' with { type: 'json' };
import idAuth from '#locales/id/auth.json' with { type: 'json' };
import idBlog from '#locales/id/blog.json' with { type: 'json' };
import idBridge from '#locales/id/bridge.json' with { type: 'json' };
import idBrowse from '#locales/id/browse.json' with { type: 'json' };
import idConflict from '#locales/id/conflict.json' with { type: 'json' };
import idConsent from '#locales/id/consent.json' with { type: 'json' };
import idContact from '#locales/id/contact.json' with { type: 'json' };
import idDoors from '#locales/id/doors.json' with { type: 'json' };
import idDrive from '#locales/id/drive.json' with { type: 'json' };
import idDriveMore from '#locales/id/drive-more.json' with { type: 'json' };
import idErrors from '#locales/id/errors.json' with { type: 'json' };
import idFactor from '#locales/id/factor.json' with { type: 'json' };
import idHelp from '#locales/id/help.json' with { type: 'json' };
import idHub from '#locales/id/hub.json' with { type: 'json' };
import idMail from '#locales/id/mail.json' with { type: 'json' };
import idNav from '#locales/id/nav.json' with { type: 'json' };
import idOauth from '#locales/id/oauth.json' with { type: 'json' };
import idPhone from '#locales/id/phone.json' with { type: 'json' };
import idPolicy from '#locales/id/policy.json' with { type: 'json' };
import idRequest from '#locales/id/request.json' with { type: 'json' };
import idSelftest from '#locales/id/selftest.json' with { type: 'json' };
import idShare from '#locales/id/share.json' with { type: 'json' };
import idShield from '#locales/id/shield.json' with { type: 'json' };
import idShop from '#locales/id/shop.json' with { type: 'json' };
import idSite from '#locales/id/site.json' with { type: 'json' };
import idStorage from '#locales/id/storage.json' with { type: 'json' };
import idSubscription from '#locales/id/subscription.json' with { type: 'json' };
import idTransfer from '#locales/id/transfer.json' with { type: 'json' };
import idUi from '#locales/id/ui.json' with { type: 'json' };
import jaAccess from '#locales/ja/access.json' with { type: 'json' };
import jaAccount from '#locales/ja/account.json' with { type: 'json' };
import jaActivity from '#locales/ja/activity.json' with { type: 'json' };
import jaApps from '#locales/ja/apps.json' with { type: 'json' };
import jaAuth from '#locales/ja/auth.json' with { type: 'json' };
import jaBlog from '#locales/ja/blog.json' with { type: 'json' };
import jaBridge from '#locales/ja/bridge.json' with { type: 'json' };
import jaBrowse from '#locales/ja/browse.json' with { type: 'json' };
import jaConflict from '#locales/ja/conflict.json' with { type: 'json' };
import jaConsent from '#locales/ja/consent.json' with { type: 'json' };
import jaContact from '#locales/ja/contact.json' with { type: 'json' };
import jaDoors from '#locales/ja/doors.json' with { type: 'json' };
import jaDrive from '#locales/ja/drive.json' with { type: 'json' };
import jaDriveMore from '#locales/ja/drive-more.json' with { type: 'json' };
import jaErrors from '#locales/ja/errors.json' with { type: 'json' };
import jaFactor from '#locales/ja/factor.json' with { type: 'json' };
import jaHelp from '#locales/ja/help.json' with { type: 'json' };
import jaHub from '#locales/ja/hub.json' with { type: 'json' };
import jaMail from '#locales/ja/mail.json' with { type: 'json' };
import jaNav from '#locales/ja/nav.json' with { type: 'json' };
import jaOauth from '#locales/ja/oauth.json' with { type: 'json' };
import jaPhone from '#locales/ja/phone.json' with { type: 'json' };
import jaPolicy from '#locales/ja/policy.json' with { type: 'json' };
import jaRequest from '#locales/ja/request.json' with { type: 'json' };
import jaSelftest from '#locales/ja/selftest.json' with { type: 'json' };
import jaShare from '#locales/ja/share.json' with { type: 'json' };
import jaShield from '#locales/ja/shield.json' with { type: 'json' };
import jaShop from '#locales/ja/shop.json' with { type: 'json' };
import jaSite from '#locales/ja/site.json' with { type: 'json' };
import jaStorage from '#locales/ja/storage.json' with { type: 'json' };
import jaSubscription from '#locales/ja/subscription.json' with { type: 'json' };
import jaTransfer from '#locales/ja/transfer.json' with { type: 'json' };
import jaUi from '#locales/ja/ui.json' with { type: 'json' };
import koAccess from '#locales/ko/access.json' with { type: 'json' };
import koAccount from '#locales/ko/account.json' with { type: 'json' };
import koActivity from '#locales/ko/activity.json' with { type: 'json' };
import koApps from '#locales/ko/apps.json' with { type: 'json' };
import koAuth from '#locales/ko/auth.json' with { type: 'json' };
import koBlog from '#locales/ko/blog.json' with { type: 'json' };
import koBridge from '#locales/ko/bridge.json' with { type: 'json' };
import koBrowse from '#locales/ko/browse.json' with { type: 'json' };
import koConflict from '#locales/ko/conflict.json' with { type: 'json' };
import koConsent from '#locales/ko/consent.json' with { type: 'json' };
import koContact from '#locales/ko/contact.json' with { type: 'json' };
import koDoors from '#locales/ko/doors.json' with { type: 'json' };
import koDrive from '#locales/ko/drive.json' with { type: 'json' };
import koDriveMore from '#locales/ko/drive-more.json' with { type: 'json' };
import koErrors from '#locales/ko/errors.json' with { type: 'json' };
import koFactor from '#locales/ko/factor.json' with { type: 'json' };
import koHelp from '#locales/ko/help.json' with { type: 'json' };
import koHub from '#locales/ko/hub.json' with { type: 'json' };
import koMail from '#locales/ko/mail.json' with { type: 'json' };
import koNav from '#locales/ko/nav.json' with { type: 'json' };
import koOauth from '#locales/ko/oauth.json' with { type: 'json' };
import koPhone from '#locales/ko/phone.json' with { type: 'json' };
import koPolicy from '#locales/ko/policy.json' with { type: 'json' };
import koRequest from '#locales/ko/request.json' with { type: 'json' };
import koSelftest from '#locales/ko/selftest.json' with { type: 'json' };
import koShare from '#locales/ko/share.json' with { type: 'json' };
import koShield from '#locales/ko/shield.json' with { type: 'json' };
import koShop from '#locales/ko/shop.json' with { type: 'json' };
import koSite from '#locales/ko/site.json' with { type: 'json' };
import koStorage from '#locales/ko/storage.json' with { type: 'json' };
import koSubscription from '#locales/ko/subscription.json' with { type: 'json' };
import koTransfer from '#locales/ko/transfer.json' with { type: 'json' };
import koUi from '#locales/ko/ui.json' with { type: 'json' };
import msAccess from '#locales/ms/access.json' with { type: 'json' };
import msAccount from '#locales/ms/account.json' with { type: 'json' };
import msActivity from '#locales/ms/activity.json' with { type: 'json' };
import msApps from '#locales/ms/apps.json' with { type: 'json' };
import msAuth from '#locales/ms/auth.json' with { type: 'json' };
import msBlog from '#locales/ms/blog.json' with { type: 'json' };
import msBridge from '#locales/ms/bridge.json' with { type: 'json' };
import msBrowse from '#locales/ms/browse.json' with { type: 'json' };
import msConflict from '#locales/ms/conflict.json' with { type: 'json' };
import msConsent from '#locales/ms/consent.json' with { type: 'json' };
import msContact from '#locales/ms/contact.json' with { type: 'json' };
import msDoors from '#locales/ms/doors.json' with { type: 'json' };
import msDrive from '#locales/ms/drive.json' with { type: 'json' };
import msDriveMore from '#locales/ms/drive-more.json' with { type: 'json' };
import msErrors from '#locales/ms/errors.json' with { type: 'json' };
import msFactor from '#locales/ms/factor.json' with { type: 'json' };
import msHelp from '#locales/ms/help.json' with { type: 'json' };
import msHub from '#locales/ms/hub.json' with { type: 'json' };
import msMail from '#locales/ms/mail.json' with { type: 'json' };
import msNav from '#locales/ms/nav.json' with { type: 'json' };
import msOauth from '#locales/ms/oauth.json' with { type: 'json' };
import msPhone from '#locales/ms/phone.json' with { type: 'json' };
import msPolicy from '#locales/ms/policy.json' with { type: 'json' };
import msRequest from '#locales/ms/request.json' with { type: 'json' };
import msSelftest from '#locales/ms/selftest.json' with { type: 'json' };
import msShare from '#locales/ms/share.json' with { type: 'json' };
import msShield from '#locales/ms/shield.json' with { type: 'json' };
import msShop from '#locales/ms/shop.json' with { type: 'json' };
import msSite from '#locales/ms/site.json' with { type: 'json' };
import msStorage from '#locales/ms/storage.json' with { type: 'json' };
import msSubscription from '#locales/ms/subscription.json' with { type: 'json' };
import msTransfer from '#locales/ms/transfer.json' with { type: 'json' };
import msUi from '#locales/ms/ui.json' with { type: 'json' };
import ptAccess from '#locales/pt/access.json' with { type: 'json' };
import ptAccount from '#locales/pt/account.json' with { type: 'json' };
import ptActivity from '#locales/pt/activity.json' with { type: 'json' };
import ptApps from '#locales/pt/apps.json' with { type: 'json' };
import ptAuth from '#locales/pt/auth.json' with { type: 'json' };
import ptBlog from '#locales/pt/blog.json' with { type: 'json' };
import ptBridge from '#locales/pt/bridge.json' with { type: 'json' };
import ptBrowse from '#locales/pt/browse.json' with { type: 'json' };
import ptConflict from '#locales/pt/conflict.json' with { type: 'json' };
import ptConsent from '#locales/pt/consent.json' with { type: 'json' };
import ptContact from '#locales/pt/contact.json' with { type: 'json' };
import ptDoors from '#locales/pt/doors.json' with { type: 'json' };
import ptDrive from '#locales/pt/drive.json' with { type: 'json' };
import ptDriveMore from '#locales/pt/drive-more.json' with { type: 'json' };
import ptErrors from '#locales/pt/errors.json' with { type: 'json' };
import ptFactor from '#locales/pt/factor.json' with { type: 'json' };
import ptHelp from '#locales/pt/help.json' with { type: 'json' };
import ptHub from '#locales/pt/hub.json' with { type: 'json' };
import ptMail from '#locales/pt/mail.json' with { type: 'json' };
import ptNav from '#locales/pt/nav.json' with { type: 'json' };
import ptOauth from '#locales/pt/oauth.json' with { type: 'json' };
import ptPhone from '#locales/pt/phone.json' with { type: 'json' };
import ptPolicy from '#locales/pt/policy.json' with { type: 'json' };
import ptRequest from '#locales/pt/request.json' with { type: 'json' };
import ptSelftest from '#locales/pt/selftest.json' with { type: 'json' };
import ptShare from '#locales/pt/share.json' with { type: 'json' };
import ptShield from '#locales/pt/shield.json' with { type: 'json' };
import ptShop from '#locales/pt/shop.json' with { type: 'json' };
import ptSite from '#locales/pt/site.json' with { type: 'json' };
import ptStorage from '#locales/pt/storage.json' with { type: 'json' };
import ptSubscription from '#locales/pt/subscription.json' with { type: 'json' };
import ptTransfer from '#locales/pt/transfer.json' with { type: 'json' };
import ptUi from '#locales/pt/ui.json' with { type: 'json' };
import ruAccess from '#locales/ru/access.json' with { type: 'json' };
import ruAccount from '#locales/ru/account.json' with { type: 'json' };
import ruActivity from '#locales/ru/activity.json' with { type: 'json' };
import ruApps from '#locales/ru/apps.json' with { type: 'json' };
import ruAuth from '#locales/ru/auth.json' with { type: 'json' };
import ruBlog from '#locales/ru/blog.json' with { type: 'json' };
import ruBridge from '#locales/ru/bridge.json' with { type: 'json' };
import ruBrowse from '#locales/ru/browse.json' with { type: 'json' };
import ruConflict from '#locales/ru/conflict.json' with { type: 'json' };
import ruConsent from '#locales/ru/consent.json' with { type: 'json' };
import ruContact from '#locales/ru/contact.json' with { type: 'json' };
import ruDoors from '#locales/ru/doors.json' with { type: 'json' };
import ruDrive from '#locales/ru/drive.json' with { type: 'json' };
import ruDriveMore from '#locales/ru/drive-more.json' with { type: 'json' };
import ruErrors from '#locales/ru/errors.json' with { type: 'json' };
import ruFactor from '#locales/ru/factor.json' with { type: 'json' };
import ruHelp from '#locales/ru/help.json' with { type: 'json' };
import ruHub from '#locales/ru/hub.json' with { type: 'json' };
import ruMail from '#locales/ru/mail.json' with { type: 'json' };
import ruNav from '#locales/ru/nav.json' with { type: 'json' };
import ruOauth from '#locales/ru/oauth.json' with { type: 'json' };
import ruPhone from '#locales/ru/phone.json' with { type: 'json' };
import ruPolicy from '#locales/ru/policy.json' with { type: 'json' };
import ruRequest from '#locales/ru/request.json' with { type: 'json' };
import ruSelftest from '#locales/ru/selftest.json' with { type: 'json' };
import ruShare from '#locales/ru/share.json' with { type: 'json' };
import ruShield from '#locales/ru/shield.json' with { type: 'json' };
import ruShop from '#locales/ru/shop.json' with { type: 'json' };
import ruSite from '#locales/ru/site.json' with { type: 'json' };
import ruStorage from '#locales/ru/storage.json' with { type: 'json' };
import ruSubscription from '#locales/ru/subscription.json' with { type: 'json' };
import ruTransfer from '#locales/ru/transfer.json' with { type: 'json' };
import ruUi from '#locales/ru/ui.json' with { type: 'json' };
import ukAccess from '#locales/uk/access.json' with { type: 'json' };
import ukAccount from '#locales/uk/account.json' with { type: 'json' };
import ukActivity from '#locales/uk/activity.json' with { type: 'json' };
import ukApps from '#locales/uk/apps.json' with { type: 'json' };
import ukAuth from '#locales/uk/auth.json' with { type: 'json' };
import ukBlog from '#locales/uk/blog.json' with { type: 'json' };
import ukBridge from '#locales/uk/bridge.json' with { type: 'json' };
import ukBrowse from '#locales/uk/browse.json' with { type: 'json' };
import ukConflict from '#locales/uk/conflict.json' with { type: 'json' };
import ukConsent from '#locales/uk/consent.json' with { type: 'json' };
import ukContact from '#locales/uk/contact.json' with { type: 'json' };
import ukDoors from '#locales/uk/doors.json' with { type: 'json' };
import ukDrive from '#locales/uk/drive.json' with { type: 'json' };
import ukDriveMore from '#locales/uk/drive-more.json' with { type: 'json' };
import ukErrors from '#locales/uk/errors.json' with { type: 'json' };
import ukFactor from '#locales/uk/factor.json' with { type: 'json' };
import ukHelp from '#locales/uk/help.json' with { type: 'json' };
import ukHub from '#locales/uk/hub.json' with { type: 'json' };
import ukMail from '#locales/uk/mail.json' with { type: 'json' };
import ukNav from '#locales/uk/nav.json' with { type: 'json' };
import ukOauth from '#locales/uk/oauth.json' with { type: 'json' };
import ukPhone from '#locales/uk/phone.json' with { type: 'json' };
import ukPolicy from '#locales/uk/policy.json' with { type: 'json' };
import ukRequest from '#locales/uk/request.json' with { type: 'json' };
import ukSelftest from '#locales/uk/selftest.json' with { type: 'json' };
import ukShare from '#locales/uk/share.json' with { type: 'json' };
import ukShield from '#locales/uk/shield.json' with { type: 'json' };
import ukShop from '#locales/uk/shop.json' with { type: 'json' };
import ukSite from '#locales/uk/site.json' with { type: 'json' };
import ukStorage from '#locales/uk/storage.json' with { type: 'json' };
import ukSubscription from '#locales/uk/subscription.json' with { type: 'json' };
import ukTransfer from '#locales/uk/transfer.json' with { type: 'json' };
import ukUi from '#locales/uk/ui.json' with { type: 'json' };
import zhCnAccess from '#locales/zh-CN/access.json' with { type: 'json' };
import zhCnAccount from '#locales/zh-CN/account.json' with { type: 'json' };
import zhCnActivity from '#locales/zh-CN/activity.json' with { type: 'json' };
import zhCnApps from '#locales/zh-CN/apps.json' with { type: 'json' };
import zhCnAuth from '#locales/zh-CN/auth.json' with { type: 'json' };
import zhCnBlog from '#locales/zh-CN/blog.json' with { type: 'json' };
import zhCnBridge from '#locales/zh-CN/bridge.json' with { type: 'json' };
import zhCnBrowse from '#locales/zh-CN/browse.json' with { type: 'json' };
import zhCnConflict from '#locales/zh-CN/conflict.json' with { type: 'json' };
import zhCnConsent from '#locales/zh-CN/consent.json' with { type: 'json' };
import zhCnContact from '#locales/zh-CN/contact.json' with { type: 'json' };
import zhCnDoors from '#locales/zh-CN/doors.json' with { type: 'json' };
import zhCnDrive from '#locales/zh-CN/drive.json' with { type: 'json' };
import zhCnDriveMore from '#locales/zh-CN/drive-more.json' with { type: 'json' };
import zhCnErrors from '#locales/zh-CN/errors.json' with { type: 'json' };
import zhCnFactor from '#locales/zh-CN/factor.json' with { type: 'json' };
import zhCnHelp from '#locales/zh-CN/help.json' with { type: 'json' };
import zhCnHub from '#locales/zh-CN/hub.json' with { type: 'json' };
import zhCnMail from '#locales/zh-CN/mail.json' with { type: 'json' };
import zhCnNav from '#locales/zh-CN/nav.json' with { type: 'json' };
import zhCnOauth from '#locales/zh-CN/oauth.json' with { type: 'json' };
import zhCnPhone from '#locales/zh-CN/phone.json' with { type: 'json' };
import zhCnPolicy from '#locales/zh-CN/policy.json' with { type: 'json' };
import zhCnRequest from '#locales/zh-CN/request.json' with { type: 'json' };
import zhCnSelftest from '#locales/zh-CN/selftest.json' with { type: 'json' };
import zhCnShare from '#locales/zh-CN/share.json' with { type: 'json' };
import zhCnShield from '#locales/zh-CN/shield.json' with { type: 'json' };
import zhCnShop from '#locales/zh-CN/shop.json' with { type: 'json' };
import zhCnSite from '#locales/zh-CN/site.json' with { type: 'json' };
import zhCnStorage from '#locales/zh-CN/storage.json' with { type: 'json' };
import zhCnSubscription from '#locales/zh-CN/subscription.json' with { type: 'json' };
import zhCnTransfer from '#locales/zh-CN/transfer.json' with { type: 'json' };
import zhCnUi from '#locales/zh-CN/ui.json' with { type: 'json' };
import zhTwAccess from '#locales/zh-TW/access.json' with { type: 'json' };
import zhTwAccount from '#locales/zh-TW/account.json' with { type: 'json' };
import zhTwActivity from '#locales/zh-TW/activity.json' with { type: 'json' };
import zhTwApps from '#locales/zh-TW/apps.json' with { type: 'json' };
import zhTwAuth from '#locales/zh-TW/auth.json' with { type: 'json' };
import zhTwBlog from '#locales/zh-TW/blog.json' with { type: 'json' };
import zhTwBridge from '#locales/zh-TW/bridge.json' with { type: 'json' };
import zhTwBrowse from '#locales/zh-TW/browse.json' with { type: 'json' };
import zhTwConflict from '#locales/zh-TW/conflict.json' with { type: 'json' };
import zhTwConsent from '#locales/zh-TW/consent.json' with { type: 'json' };
import zhTwContact from '#locales/zh-TW/contact.json' with { type: 'json' };
import zhTwDoors from '#locales/zh-TW/doors.json' with { type: 'json' };
import zhTwDrive from '#locales/zh-TW/drive.json' with { type: 'json' };
import zhTwDriveMore from '#locales/zh-TW/drive-more.json' with { type: 'json' };
import zhTwErrors from '#locales/zh-TW/errors.json' with { type: 'json' };
import zhTwFactor from '#locales/zh-TW/factor.json' with { type: 'json' };
import zhTwHelp from '#locales/zh-TW/help.json' with { type: 'json' };
import zhTwHub from '#locales/zh-TW/hub.json' with { type: 'json' };
import zhTwMail from '#locales/zh-TW/mail.json' with { type: 'json' };
import zhTwNav from '#locales/zh-TW/nav.json' with { type: 'json' };
import zhTwOauth from '#locales/zh-TW/oauth.json' with { type: 'json' };
import zhTwPhone from '#locales/zh-TW/phone.json' with { type: 'json' };
import zhTwPolicy from '#locales/zh-TW/policy.json' with { type: 'json' };
import zhTwRequest from '#locales/zh-TW/request.json' with { type: 'json' };
import zhTwSelftest from '#locales/zh-TW/selftest.json' with { type: 'json' };
import zhTwShare from '#locales/zh-TW/share.json' with { type: 'json' };
import zhTwShield from '#locales/zh-TW/shield.json' with { type: 'json' };
import zhTwShop from '#locales/zh-TW/shop.json' with { type: 'json' };
import zhTwSite from '#locales/zh-TW/site.json' with { type: 'json' };
import zhTwStorage from '#locales/zh-TW/storage.json' with { type: 'json' };
import zhTwSubscription from '#locales/zh-TW/subscription.json' with { type: 'json' };
import zhTwTransfer from '#locales/zh-TW/transfer.json' with { type: 'json' };
import zhTwUi from '#locales/zh-TW/ui.json' with { type: 'json' };
import type { Locale } from './tags.ts';

type Texts = Readonly<Record<string, string>>;

/** Every text of every language, by feature. For the server alone: it is far too much for a page. */
export const ALL_TEXTS: Readonly<Record<Locale, Readonly<Record<string, Texts>>>> = {
  'en-US': {
    access: enUsAccess,
    account: enUsAccount,
    activity: enUsActivity,
    apps: enUsApps,
    auth: enUsAuth,
    blog: enUsBlog,
    bridge: enUsBridge,
    browse: enUsBrowse,
    conflict: enUsConflict,
    consent: enUsConsent,
    contact: enUsContact,
    doors: enUsDoors,
    drive: enUsDrive,
    'drive-more': enUsDriveMore,
    errors: enUsErrors,
    factor: enUsFactor,
    help: enUsHelp,
    hub: enUsHub,
    mail: enUsMail,
    nav: enUsNav,
    oauth: enUsOauth,
    phone: enUsPhone,
    policy: enUsPolicy,
    request: enUsRequest,
    selftest: enUsSelftest,
    share: enUsShare,
    shield: enUsShield,
    shop: enUsShop,
    site: enUsSite,
    storage: enUsStorage,
    subscription: enUsSubscription,
    transfer: enUsTransfer,
    ui: enUsUi,
  },
  es: {
    access: esAccess,
    account: esAccount,
    activity: esActivity,
    apps: esApps,
    auth: esAuth,
    blog: esBlog,
    bridge: esBridge,
    browse: esBrowse,
    conflict: esConflict,
    consent: esConsent,
    contact: esContact,
    doors: esDoors,
    drive: esDrive,
    'drive-more': esDriveMore,
    errors: esErrors,
    factor: esFactor,
    help: esHelp,
    hub: esHub,
    mail: esMail,
    nav: esNav,
    oauth: esOauth,
    phone: esPhone,
    policy: esPolicy,
    request: esRequest,
    selftest: esSelftest,
    share: esShare,
    shield: esShield,
    shop: esShop,
    site: esSite,
    storage: esStorage,
    subscription: esSubscription,
    transfer: esTransfer,
    ui: esUi,
  },
  id: {
    access: idAccess,
    account: idAccount,
    activity: idActivity,
    apps: idApps,
    auth: idAuth,
    blog: idBlog,
    bridge: idBridge,
    browse: idBrowse,
    conflict: idConflict,
    consent: idConsent,
    contact: idContact,
    doors: idDoors,
    drive: idDrive,
    'drive-more': idDriveMore,
    errors: idErrors,
    factor: idFactor,
    help: idHelp,
    hub: idHub,
    mail: idMail,
    nav: idNav,
    oauth: idOauth,
    phone: idPhone,
    policy: idPolicy,
    request: idRequest,
    selftest: idSelftest,
    share: idShare,
    shield: idShield,
    shop: idShop,
    site: idSite,
    storage: idStorage,
    subscription: idSubscription,
    transfer: idTransfer,
    ui: idUi,
  },
  ja: {
    access: jaAccess,
    account: jaAccount,
    activity: jaActivity,
    apps: jaApps,
    auth: jaAuth,
    blog: jaBlog,
    bridge: jaBridge,
    browse: jaBrowse,
    conflict: jaConflict,
    consent: jaConsent,
    contact: jaContact,
    doors: jaDoors,
    drive: jaDrive,
    'drive-more': jaDriveMore,
    errors: jaErrors,
    factor: jaFactor,
    help: jaHelp,
    hub: jaHub,
    mail: jaMail,
    nav: jaNav,
    oauth: jaOauth,
    phone: jaPhone,
    policy: jaPolicy,
    request: jaRequest,
    selftest: jaSelftest,
    share: jaShare,
    shield: jaShield,
    shop: jaShop,
    site: jaSite,
    storage: jaStorage,
    subscription: jaSubscription,
    transfer: jaTransfer,
    ui: jaUi,
  },
  ko: {
    access: koAccess,
    account: koAccount,
    activity: koActivity,
    apps: koApps,
    auth: koAuth,
    blog: koBlog,
    bridge: koBridge,
    browse: koBrowse,
    conflict: koConflict,
    consent: koConsent,
    contact: koContact,
    doors: koDoors,
    drive: koDrive,
    'drive-more': koDriveMore,
    errors: koErrors,
    factor: koFactor,
    help: koHelp,
    hub: koHub,
    mail: koMail,
    nav: koNav,
    oauth: koOauth,
    phone: koPhone,
    policy: koPolicy,
    request: koRequest,
    selftest: koSelftest,
    share: koShare,
    shield: koShield,
    shop: koShop,
    site: koSite,
    storage: koStorage,
    subscription: koSubscription,
    transfer: koTransfer,
    ui: koUi,
  },
  ms: {
    access: msAccess,
    account: msAccount,
    activity: msActivity,
    apps: msApps,
    auth: msAuth,
    blog: msBlog,
    bridge: msBridge,
    browse: msBrowse,
    conflict: msConflict,
    consent: msConsent,
    contact: msContact,
    doors: msDoors,
    drive: msDrive,
    'drive-more': msDriveMore,
    errors: msErrors,
    factor: msFactor,
    help: msHelp,
    hub: msHub,
    mail: msMail,
    nav: msNav,
    oauth: msOauth,
    phone: msPhone,
    policy: msPolicy,
    request: msRequest,
    selftest: msSelftest,
    share: msShare,
    shield: msShield,
    shop: msShop,
    site: msSite,
    storage: msStorage,
    subscription: msSubscription,
    transfer: msTransfer,
    ui: msUi,
  },
  pt: {
    access: ptAccess,
    account: ptAccount,
    activity: ptActivity,
    apps: ptApps,
    auth: ptAuth,
    blog: ptBlog,
    bridge: ptBridge,
    browse: ptBrowse,
    conflict: ptConflict,
    consent: ptConsent,
    contact: ptContact,
    doors: ptDoors,
    drive: ptDrive,
    'drive-more': ptDriveMore,
    errors: ptErrors,
    factor: ptFactor,
    help: ptHelp,
    hub: ptHub,
    mail: ptMail,
    nav: ptNav,
    oauth: ptOauth,
    phone: ptPhone,
    policy: ptPolicy,
    request: ptRequest,
    selftest: ptSelftest,
    share: ptShare,
    shield: ptShield,
    shop: ptShop,
    site: ptSite,
    storage: ptStorage,
    subscription: ptSubscription,
    transfer: ptTransfer,
    ui: ptUi,
  },
  ru: {
    access: ruAccess,
    account: ruAccount,
    activity: ruActivity,
    apps: ruApps,
    auth: ruAuth,
    blog: ruBlog,
    bridge: ruBridge,
    browse: ruBrowse,
    conflict: ruConflict,
    consent: ruConsent,
    contact: ruContact,
    doors: ruDoors,
    drive: ruDrive,
    'drive-more': ruDriveMore,
    errors: ruErrors,
    factor: ruFactor,
    help: ruHelp,
    hub: ruHub,
    mail: ruMail,
    nav: ruNav,
    oauth: ruOauth,
    phone: ruPhone,
    policy: ruPolicy,
    request: ruRequest,
    selftest: ruSelftest,
    share: ruShare,
    shield: ruShield,
    shop: ruShop,
    site: ruSite,
    storage: ruStorage,
    subscription: ruSubscription,
    transfer: ruTransfer,
    ui: ruUi,
  },
  uk: {
    access: ukAccess,
    account: ukAccount,
    activity: ukActivity,
    apps: ukApps,
    auth: ukAuth,
    blog: ukBlog,
    bridge: ukBridge,
    browse: ukBrowse,
    conflict: ukConflict,
    consent: ukConsent,
    contact: ukContact,
    doors: ukDoors,
    drive: ukDrive,
    'drive-more': ukDriveMore,
    errors: ukErrors,
    factor: ukFactor,
    help: ukHelp,
    hub: ukHub,
    mail: ukMail,
    nav: ukNav,
    oauth: ukOauth,
    phone: ukPhone,
    policy: ukPolicy,
    request: ukRequest,
    selftest: ukSelftest,
    share: ukShare,
    shield: ukShield,
    shop: ukShop,
    site: ukSite,
    storage: ukStorage,
    subscription: ukSubscription,
    transfer: ukTransfer,
    ui: ukUi,
  },
  'zh-CN': {
    access: zhCnAccess,
    account: zhCnAccount,
    activity: zhCnActivity,
    apps: zhCnApps,
    auth: zhCnAuth,
    blog: zhCnBlog,
    bridge: zhCnBridge,
    browse: zhCnBrowse,
    conflict: zhCnConflict,
    consent: zhCnConsent,
    contact: zhCnContact,
    doors: zhCnDoors,
    drive: zhCnDrive,
    'drive-more': zhCnDriveMore,
    errors: zhCnErrors,
    factor: zhCnFactor,
    help: zhCnHelp,
    hub: zhCnHub,
    mail: zhCnMail,
    nav: zhCnNav,
    oauth: zhCnOauth,
    phone: zhCnPhone,
    policy: zhCnPolicy,
    request: zhCnRequest,
    selftest: zhCnSelftest,
    share: zhCnShare,
    shield: zhCnShield,
    shop: zhCnShop,
    site: zhCnSite,
    storage: zhCnStorage,
    subscription: zhCnSubscription,
    transfer: zhCnTransfer,
    ui: zhCnUi,
  },
  'zh-TW': {
    access: zhTwAccess,
    account: zhTwAccount,
    activity: zhTwActivity,
    apps: zhTwApps,
    auth: zhTwAuth,
    blog: zhTwBlog,
    bridge: zhTwBridge,
    browse: zhTwBrowse,
    conflict: zhTwConflict,
    consent: zhTwConsent,
    contact: zhTwContact,
    doors: zhTwDoors,
    drive: zhTwDrive,
    'drive-more': zhTwDriveMore,
    errors: zhTwErrors,
    factor: zhTwFactor,
    help: zhTwHelp,
    hub: zhTwHub,
    mail: zhTwMail,
    nav: zhTwNav,
    oauth: zhTwOauth,
    phone: zhTwPhone,
    policy: zhTwPolicy,
    request: zhTwRequest,
    selftest: zhTwSelftest,
    share: zhTwShare,
    shield: zhTwShield,
    shop: zhTwShop,
    site: zhTwSite,
    storage: zhTwStorage,
    subscription: zhTwSubscription,
    transfer: zhTwTransfer,
    ui: zhTwUi,
  },
};
