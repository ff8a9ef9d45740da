/** Terms of roles in the languages of the product: a person with one in the name is taken for an operator. Data alone. */

/** Refused as whole terms, by the key for finding. */
export const ROLE_TERMS: readonly string[] = [
  // en-US
  'admin admins administrator administrators administration sysadmin superuser webmaster postmaster noreply',
  'moderator moderators official officials verified support helpdesk hotline staff service services',
  'operator operators system security abuse billing',
  // es
  'administrador administradora administración moderador moderadora oficial soporte asistencia servicio servicios',
  'operador operadora seguridad sistema verificado verificada',
  // pt
  'administração suporte assistência atendimento serviço serviços segurança',
  // id
  'resmi dukungan layanan bantuan pengelola petugas keamanan sistem terverifikasi',
  // ms
  'pentadbir penyederhana rasmi sokongan perkhidmatan khidmat pengendali keselamatan disahkan',
  // ru
  'админ администратор администраторы администрация модератор модераторы официальный официальная официальное',
  'официально поддержка поддержки техподдержка техподдержки служба сервис оператор операторы безопасность безопасности система',
  // uk
  'адмін адміністратор адміністратори адміністрація модератори офіційний офіційна офіційне офіційно підтримка підтримки',
  'техпідтримка техпідтримки сервіс оператори безпека безпеки',
].flatMap((line) => line.split(' '));

/** Refused anywhere in a term: these scripts have no blanks between terms, or join them. */
export const ROLE_PARTS: readonly string[] = [
  // ja
  '管理者 管理人 運営 公式 事務局 サポート サービス モデレーター アドミン オペレーター',
  // ko. 지원 (support) is a name of people too
  '관리자 운영자 운영진 공식 고객센터 고객지원 상담원 지원팀 서포트 서비스 어드민 모더레이터',
  // zh-CN, zh-TW
  '管理员 管理員 官方 客服 客户服务 客戶服務 技术支持 技術支援 版主 运营 營運 工作人员 工作人員 系统 系統 服务 服務',
].flatMap((line) => line.split(' '));
