/** Words before a code, in the eleven languages: what people write between "here is" and the code itself. Pure. */

/** Words that name a code, where words stand between blanks */
const LABEL_WORDS = wordSet(
  'code codes passcode passcodes password passwd pwd pass pin otp key token access extraction verification security invitation invite',
  'activation gift voucher redeem redemption recovery backup device user sharing unlock',
  'codigo clave contrasena acceso verificacion invitacion activacion regalo canje recuperacion extraccion',
  'senha acesso palavra passe verificacao convite ativacao presente resgate recuperacao extracao',
  'kode sandi kata akses undangan verifikasi aktivasi hadiah pemulihan ekstraksi',
  'kod laluan capaian jemputan pengesahan pengaktifan hadiah pemulihan',
  'код пароль пинкод пин ключ доступа доступу приглашения активации подтверждения підтвердження запрошення активації ссылки',
);

/** Words between a label and its code: "the passcode for this link is 7391". */
const LINK_WORDS = wordSet(
  'is for it this here to the of a an your my our that below as follows link file folder',
  'es el la de del para tu su esta este enlace archivo',
  'e o a da do de para sua seu esta este link arquivo',
  'adalah ialah untuk ini itu nya anda tautan pautan',
  'это вот для такой це ось такий до от к ваш ссылки файла',
);

/** The same in writing without blanks, where particles follow the word. */
const GLUED_LABEL = /(?:码|碼|口令|密钥|暗号|暗號|合言葉|番号|コード|パスワード|キー|비밀번호|비번|암호|코드|번호|키)/u;
/** Letters at the end of a run that are looked at: the label and its particles. */
const GLUED_TAIL = 8;

const WORD = /[\p{L}\p{M}]+/gu;
/** Text before a code that is looked at. */
const BEFORE_CHARS = 48;

function wordSet(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')).map(bare));
}

/** Without marks, in lower case. */
function bare(word: string): string {
  if (/^[A-Za-z]*$/.test(word)) return word.toLowerCase();
  return word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** Whether a word belongs to the sentence around a code, so that it is no code beside one. */
export function isSentenceWord(word: string): boolean {
  return LABEL_WORDS.has(bare(word)) || LINK_WORDS.has(bare(word));
}

/** Whether a code behind this text is named by it: a label, then at most linking words and punctuation. */
export function endsWithLabel(text: string): boolean {
  const nearest = (text.slice(-BEFORE_CHARS).match(WORD) ?? []).toReversed();
  for (const word of nearest) {
    if (LABEL_WORDS.has(bare(word)) || GLUED_LABEL.test(word.slice(-GLUED_TAIL))) return true;
    if (!LINK_WORDS.has(bare(word))) return false;
  }
  return false;
}

/** Quotes, brackets and marks of emphasis that may stand around a code. */
const AROUND = /[\s"'`*_~«»‹›“”„‘’「」『』【】《》〈〉([{<|]/u;
/** A colon in any of its shapes, an equals sign, an arrow, a dash. */
const COLON = /[:=：∶→⇒➜➡>\p{Pd}]/u;

/** Whether the last sign before a code, quotes and brackets aside, is a colon or what people write instead of one. */
export function endsWithColon(text: string): boolean {
  const tail = text.slice(-BEFORE_CHARS);
  let end = tail.length;
  while (end > 0 && AROUND.test(tail.charAt(end - 1))) end -= 1;
  return end > 0 && COLON.test(tail.charAt(end - 1));
}
