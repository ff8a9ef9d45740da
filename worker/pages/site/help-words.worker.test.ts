/** Words that people search for, in each language, lead to the article: it is among the first three results. */
import { expect, it } from 'vitest';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import { ORIGIN } from '#test/contract/send.ts';
import { visit } from '#test/contract/visit.ts';

/** Article -> queries, separated by commas. */
const WANTED: Readonly<Record<Locale, Readonly<Record<string, string>>>> = {
  'en-US': {
    'sharing/reports-and-objections':
      'appeal, takedown, dispute, copyright, dmca, report abuse, objection, link was removed, link blocked',
    'account/sign-in': 'forgot password, log in, login, reset password',
    'first-steps/folders-and-trash': 'undelete, recover deleted files, recycle bin, delete',
    'account/protect-your-account': '2fa, two-factor, authenticator, security, passkey',
    'account/lock-close-export': 'delete account, close account, deactivate, export data, gdpr',
    'trouble/no-code-arrives': 'no code, verification code, sms, otp',
    'upload-and-download/archives': 'unzip, extract, rar, compress, decompress',
    'upload-and-download/fetch-by-link': 'torrent, magnet, remote download, offline download',
    'sharing/passcode-and-end-date': 'passcode, password protect link, expire, expiry',
    'upload-and-download/preview-and-play': 'subtitles, watch video, music, pdf',
    'sharing/share-with-people': 'collaborate, team folder, permissions, work together',
    'upload-and-download/interrupted-uploads': 'resume upload, pause upload, connection lost',
  },
  es: {
    'sharing/reports-and-objections':
      'apelar, apelación, recurso, reclamación, denunciar, derechos de autor, bloqueado',
    'account/sign-in': 'olvidé mi contraseña, iniciar sesión, restablecer contraseña',
    'first-steps/folders-and-trash': 'recuperar archivos borrados, eliminar, papelera de reciclaje, borrar',
    'account/protect-your-account': 'verificación en dos pasos, doble factor, 2fa, seguridad',
    'account/lock-close-export': 'eliminar cuenta, cerrar cuenta, darse de baja, exportar',
    'trouble/no-code-arrives': 'no llega el código, sms, código de verificación',
    'upload-and-download/archives': 'descomprimir, zip, extraer, comprimir',
    'upload-and-download/fetch-by-link': 'torrent, magnet, descarga remota',
    'sharing/passcode-and-end-date': 'contraseña del enlace, caducidad, código de acceso, caduca',
    'upload-and-download/preview-and-play': 'subtítulos, ver vídeo, música',
    'sharing/share-with-people': 'colaborar, carpeta compartida, permisos',
    'upload-and-download/interrupted-uploads': 'reanudar, pausar, se cortó la conexión',
  },
  id: {
    'sharing/reports-and-objections': 'banding, ajukan banding, keberatan, sanggahan, melaporkan, hak cipta, lapor',
    'account/sign-in': 'lupa kata sandi, lupa password, login, masuk',
    'first-steps/folders-and-trash': 'hapus, menghapus, memulihkan file, sampah',
    'account/protect-your-account': '2fa, autentikasi dua faktor, keamanan, verifikasi',
    'account/lock-close-export': 'hapus akun, tutup akun, ekspor data',
    'trouble/no-code-arrives': 'kode tidak masuk, kode verifikasi, sms, otp',
    'upload-and-download/archives': 'ekstrak, zip, kompres, arsip',
    'upload-and-download/fetch-by-link': 'torrent, magnet, unduh jarak jauh',
    'sharing/passcode-and-end-date': 'kata sandi tautan, kedaluwarsa, kode sandi',
    'upload-and-download/preview-and-play': 'subtitle, menonton video, musik, takarir',
    'sharing/share-with-people': 'kolaborasi, folder bersama, izin',
    'upload-and-download/interrupted-uploads': 'melanjutkan unggahan, jeda, koneksi terputus',
  },
  ja: {
    'sharing/reports-and-objections': '異議, 異議申し立て, 不服, 通報, 著作権',
    'account/sign-in': 'パスワードを忘れた, ログイン',
    'first-steps/folders-and-trash': '削除, 復元, ごみ箱, ゴミ箱',
    'account/protect-your-account': '二段階認証, 2段階認証, セキュリティ, 2fa',
    'account/lock-close-export': 'アカウント削除, 退会, エクスポート',
    'trouble/no-code-arrives': '認証コード, コードが届かない, sms',
    'upload-and-download/archives': '解凍, zip, 圧縮, 展開',
    'upload-and-download/fetch-by-link': 'トレント, マグネット, torrent',
    'sharing/passcode-and-end-date': '有効期限, パスコード, リンクのパスワード',
    'upload-and-download/preview-and-play': '字幕, 動画を見る, 音楽, 再生',
    'sharing/share-with-people': '共同作業, 共有フォルダ, 権限',
    'upload-and-download/interrupted-uploads': 'アップロードの再開, 一時停止, 中断',
  },
  ko: {
    'sharing/reports-and-objections': '이의 신청, 이의제기, 신고, 저작권, 항의',
    'account/sign-in': '비밀번호 찾기, 로그인, 비밀번호를 잊었어요',
    'first-steps/folders-and-trash': '삭제, 복구, 휴지통',
    'account/protect-your-account': '2단계 인증, 이중 인증, 보안, 2fa',
    'account/lock-close-export': '계정 삭제, 회원 탈퇴, 탈퇴, 내보내기',
    'trouble/no-code-arrives': '인증번호, 인증 코드, 문자',
    'upload-and-download/archives': '압축 풀기, 압축해제, zip',
    'upload-and-download/fetch-by-link': '토렌트, 마그넷, 원격 다운로드',
    'sharing/passcode-and-end-date': '만료, 암호, 링크 비밀번호',
    'upload-and-download/preview-and-play': '자막, 동영상 재생, 음악',
    'sharing/share-with-people': '공동 작업, 공유 폴더, 권한',
    'upload-and-download/interrupted-uploads': '업로드 이어하기, 일시 중지, 중단',
  },
  ms: {
    'sharing/reports-and-objections': 'rayuan, rayu, membantah, lapor, hak cipta, aduan',
    'account/sign-in': 'lupa kata laluan, log masuk, tetapkan semula kata laluan',
    'first-steps/folders-and-trash': 'padam, memulihkan fail, tong kitar semula, tong sampah',
    'account/protect-your-account': '2fa, pengesahan dua faktor, keselamatan',
    'account/lock-close-export': 'padam akaun, tutup akaun, eksport',
    'trouble/no-code-arrives': 'kod tidak sampai, kod pengesahan, sms, otp',
    'upload-and-download/archives': 'nyahzip, ekstrak, zip, mampat',
    'upload-and-download/fetch-by-link': 'torrent, magnet, muat turun jauh',
    'sharing/passcode-and-end-date': 'kata laluan pautan, tamat tempoh, kod laluan',
    'upload-and-download/preview-and-play': 'sari kata, tonton video, muzik',
    'sharing/share-with-people': 'kerjasama, folder kongsi, kebenaran',
    'upload-and-download/interrupted-uploads': 'sambung semula muat naik, jeda, sambungan terputus',
  },
  pt: {
    'sharing/reports-and-objections': 'recurso, recorrer, apelar, contestar, denunciar, direitos autorais',
    'account/sign-in': 'esqueci a senha, login, redefinir senha',
    'first-steps/folders-and-trash': 'recuperar arquivos excluídos, excluir, apagar, lixeira',
    'account/protect-your-account': '2fa, autenticação de dois fatores, segurança',
    'account/lock-close-export': 'excluir conta, encerrar conta, apagar conta, exportar',
    'trouble/no-code-arrives': 'código não chega, sms, código de verificação',
    'upload-and-download/archives': 'descompactar, zip, extrair, compactar',
    'upload-and-download/fetch-by-link': 'torrent, magnet, download remoto',
    'sharing/passcode-and-end-date': 'senha do link, expira, validade, código de acesso',
    'upload-and-download/preview-and-play': 'legendas, assistir vídeo, música',
    'sharing/share-with-people': 'colaborar, pasta compartilhada, permissões',
    'upload-and-download/interrupted-uploads': 'retomar envio, pausar, conexão caiu',
  },
  ru: {
    'sharing/reports-and-objections': 'апелляция, обжаловать, пожаловаться, авторское право, оспорить',
    'account/sign-in': 'забыл пароль, вход, войти, сбросить пароль',
    'first-steps/folders-and-trash': 'удалить, восстановить файлы, удалённые файлы, корзина',
    'account/protect-your-account': '2fa, двухфакторная аутентификация, безопасность',
    'account/lock-close-export': 'удалить аккаунт, закрыть аккаунт, экспорт',
    'trouble/no-code-arrives': 'не приходит код, смс, код подтверждения',
    'upload-and-download/archives': 'распаковать, zip, сжать, разархивировать',
    'upload-and-download/fetch-by-link': 'торрент, магнет, удалённая загрузка',
    'sharing/passcode-and-end-date': 'пароль на ссылку, срок действия, код доступа',
    'upload-and-download/preview-and-play': 'субтитры, смотреть видео, музыка',
    'sharing/share-with-people': 'совместный доступ, общая папка, права',
    'upload-and-download/interrupted-uploads': 'возобновить загрузку, пауза, обрыв связи',
  },
  uk: {
    'sharing/reports-and-objections': 'апеляція, оскаржити, поскаржитися, авторське право',
    'account/sign-in': 'забув пароль, увійти, вхід',
    'first-steps/folders-and-trash': 'видалити, відновити файли, кошик',
    'account/protect-your-account': '2fa, двофакторна автентифікація, безпека',
    'account/lock-close-export': 'видалити обліковий запис, видалити акаунт, експорт',
    'trouble/no-code-arrives': 'не приходить код, смс, код підтвердження',
    'upload-and-download/archives': 'розпакувати, zip, стиснути',
    'upload-and-download/fetch-by-link': 'торент, магнет, торрент',
    'sharing/passcode-and-end-date': 'пароль на посилання, термін дії, код доступу',
    'upload-and-download/preview-and-play': 'субтитри, дивитися відео, музика',
    'sharing/share-with-people': 'спільний доступ, спільна папка, права',
    'upload-and-download/interrupted-uploads': 'відновити вивантаження, пауза, обрив',
  },
  'zh-CN': {
    'sharing/reports-and-objections': '申诉, 上诉, 举报, 投诉, 版权',
    'account/sign-in': '忘记密码, 登录, 找回密码',
    'first-steps/folders-and-trash': '删除, 恢复, 回收站, 还原',
    'account/protect-your-account': '两步验证, 双重验证, 二次验证, 安全, 2fa',
    'account/lock-close-export': '注销账号, 删除账号, 导出',
    'trouble/no-code-arrives': '验证码, 收不到验证码, 短信',
    'upload-and-download/archives': '解压, 解压缩, 压缩',
    'upload-and-download/fetch-by-link': '离线下载, 磁力, 种子',
    'sharing/passcode-and-end-date': '提取码, 有效期, 过期',
    'upload-and-download/preview-and-play': '字幕, 播放视频, 音乐',
    'sharing/share-with-people': '协作, 共享文件夹, 权限',
    'upload-and-download/interrupted-uploads': '断点续传, 暂停上传, 中断',
  },
  'zh-TW': {
    'sharing/reports-and-objections': '申訴, 上訴, 檢舉, 投訴, 著作權, 版權',
    'account/sign-in': '忘記密碼, 登入',
    'first-steps/folders-and-trash': '刪除, 復原, 還原, 資源回收桶, 垃圾桶',
    'account/protect-your-account': '兩步驟驗證, 雙重驗證, 安全, 2fa',
    'account/lock-close-export': '刪除帳號, 註銷帳號, 匯出',
    'trouble/no-code-arrives': '驗證碼, 收不到驗證碼, 簡訊',
    'upload-and-download/archives': '解壓縮, 壓縮',
    'upload-and-download/fetch-by-link': '離線下載, 磁力, 種子',
    'sharing/passcode-and-end-date': '通行碼, 有效期限, 過期',
    'upload-and-download/preview-and-play': '字幕, 播放影片, 音樂',
    'sharing/share-with-people': '協作, 共用資料夾, 權限',
    'upload-and-download/interrupted-uploads': '續傳, 暫停上傳, 中斷',
  },
};

/** Addresses of the results, best first. */
async function resultsOf(locale: Locale, query: string): Promise<string[]> {
  const html = await (await visit(`/${locale}/help-center?q=${encodeURIComponent(query)}`)).text();
  return [...html.matchAll(/<a class="row-link" href="([^"]*)"/g)].map(([, found = '']) => found);
}

it.each(LOCALES)('words that people search for in %s lead to their articles', async (locale) => {
  const missed: string[] = [];
  for (const [article, queries] of Object.entries(WANTED[locale]))
    for (const query of queries.split(', ')) {
      const found = (await resultsOf(locale, query)).slice(0, 3);
      if (!found.includes(`/${locale}/help-center/${article}`)) missed.push(`${query}: ${found.join(' ')}`);
    }
  expect(missed).toEqual([]);
});

it('words of an article that no text has are on no page', async () => {
  const headers = { host: new URL(ORIGIN).host, accept: 'text/html' };
  const ask = (path: string) => visit(path, { headers });
  expect(await (await ask('/en-US/help-center/sharing/reports-and-objections')).text()).not.toContain('DMCA');
  expect((await ask('/en-US/help-center/search-words')).status).toBe(404);
});
