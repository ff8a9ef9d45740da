/** Calls of compatible client programs, by section of wire-contract.md. */
import { as, call, type FamilyCall, refused, unoffered } from './compatible-call.ts';

const FILTERS = encodeURIComponent('{"trashed":{"eq":false},"phase":{"eq":"PHASE_TYPE_COMPLETE"}}');
const TRASHED = encodeURIComponent('{"trashed":{"eq":true}}');
const STARRED = encodeURIComponent('{"system_tag":{"in":"STAR"}}');
const RUNNING = encodeURIComponent('{"phase":{"in":"PHASE_TYPE_RUNNING,PHASE_TYPE_ERROR"}}');
const PLAYED = encodeURIComponent('{"type":{"in":"TYPE_PLAY"}}');

const listed = [
  'kind',
  'next_page_token',
  'files.0.id',
  'files.0.kind',
  'files.0.name',
  'files.0.size',
  'files.0.hash',
  'files.0.phase',
];
const shared = [
  'share_status',
  'pass_code_token',
  'title',
  'file_num',
  'files.0.id',
  'files.0.kind',
  'next_page_token',
  'user_info.nickname',
];

export const COMPATIBLE_CALLS: readonly FamilyCall[] = [
  // Section 1: the person.
  call('R L ST KS W K', 'GET', '/v1/user/me', ['sub', 'name', 'email', 'password', 'status', 'created_at']),
  call('S', 'GET', '/v1/user/authorized/devices', ['devices.0.device_id', 'devices.0.last_login_time']),

  // Section 3: files.
  call(
    'R',
    'GET',
    `/drive/v1/files?parent_id=&limit=500&thumbnail_size=SIZE_MEDIUM&with_audit=true&filters=${FILTERS}`,
    listed,
  ),
  call(
    'Q',
    'GET',
    `/drive/v1/files?parent_id=&thumbnail_size=SIZE_MEDIUM&limit=100&with_audit=true&page_token=&filters=${FILTERS}`,
    listed,
  ),
  call('M', 'GET', '/drive/v1/files?limit=0&with_audit=false', listed),
  call(
    'OL',
    'GET',
    ({ folderId }) =>
      `/drive/v1/files?parent_id=${folderId}&thumbnail_size=SIZE_LARGE&with_audit=true&limit=100&filters=${FILTERS}&page_token=`,
    ['kind', 'next_page_token'],
  ),
  call('K X Q', 'GET', `/drive/v1/files?parent_id=*&limit=500&filters=${TRASHED}`, [
    'files.0.id',
    'files.0.trashed',
    'next_page_token',
  ]),
  call('K', 'GET', `/drive/v1/files?parent_id=*&filters=${STARRED}`, ['files', 'next_page_token']),
  call('R', 'GET', ({ fileId }) => `/drive/v1/files/${fileId}?thumbnail_size=SIZE_MEDIUM&usage=FETCH`, [
    'id',
    'web_content_link',
    'links.application/octet-stream.url',
    'links.application/octet-stream.expire',
    'medias',
  ]),
  call('OL', 'GET', ({ fileId }) => `/drive/v1/files/${fileId}?_magic=2021&usage=CACHE&thumbnail_size=SIZE_LARGE`, [
    'web_content_link',
    'medias',
  ]),
  call('Q', 'GET', ({ fileId }) => `/drive/v1/files/${fileId}?`, ['web_content_link']),
  refused('R Q', 'GET', ({ trashedId }) => `/drive/v1/files/${trashedId}`, [400, 'file_in_recycle_bin']),
  refused('R ST', 'GET', '/drive/v1/files/VMissing0000000000000000000', [404, 'file_not_found']),
  call('R OL K', 'POST', '/drive/v1/files', ['file.id', 'upload_type'], () => ({
    kind: 'drive#folder',
    name: 'family folder',
    parent_id: '',
  })),
  call('Q', 'POST', '/drive/v1/files', ['file.id'], () => ({
    kind: 'drive#folder',
    name: 'family folder',
    parent_id: null,
  })),
  call(
    'R',
    'POST',
    '/drive/v1/files',
    [
      'upload_type',
      'file.id',
      'file.phase',
      'task.id',
      'resumable.kind',
      'resumable.params.key',
      'resumable.params.security_token',
      'resumable.params.endpoint',
    ],
    () => ({
      kind: 'drive#file',
      name: 'family.bin',
      parent_id: '',
      size: 11,
      hash: 'AB'.repeat(20),
      upload_type: 'UPLOAD_TYPE_RESUMABLE',
      folder_type: 'NORMAL',
      resumable: { provider: 'PROVIDER_ALIYUN' },
    }),
  ),
  call(
    'OL C T K',
    'POST',
    '/drive/v1/files',
    ['file.id', 'resumable.params.access_key_id', 'resumable.params.access_key_secret', 'resumable.params.bucket'],
    () => ({
      kind: 'drive#file',
      name: 'family.bin',
      parent_id: '',
      size: '11',
      hash: 'CD'.repeat(20),
      upload_type: 'UPLOAD_TYPE_RESUMABLE',
      folder_type: 'NORMAL',
      objProvider: { provider: 'UPLOAD_TYPE_UNKNOWN' },
    }),
  ),
  call('R OL', 'POST', '/drive/v1/files', ['file.phase'], () => ({
    kind: 'drive#file',
    name: 'empty.bin',
    size: 0,
    upload_type: 'UPLOAD_TYPE_RESUMABLE',
    hash: '',
  })),
  call('R K', 'GET', `/drive/v1/resource/cid?cid=${'a'.repeat(40)}&file_size=5`, ['gcid']),
  call(
    'R OL Q K',
    'PATCH',
    ({ folderId }) => `/drive/v1/files/${folderId}`,
    ['id', 'name'],
    () => ({ name: `renamed ${Math.random()}` }),
  ),
  call('R Q K', 'POST', '/drive/v1/files:batchMove', ['task_id'], ({ fileId, folderId }) => ({
    ids: [fileId],
    to: { parent_id: folderId },
  })),
  call('Q', 'POST', '/drive/v1/files:batchMove', ['task_id'], ({ innerId }) => ({ ids: [innerId], to: {} })),
  call('R OL K', 'POST', '/drive/v1/files:batchCopy', ['task_id'], ({ fileId, folderId }) => ({
    ids: [fileId],
    to: { parent_id: folderId },
  })),
  call('Q M T C', 'POST', '/drive/v1/files:star', [], ({ fileId }) => ({ ids: [fileId] })),
  call('Q M T C', 'POST', '/drive/v1/files:unstar', [], ({ fileId }) => ({ ids: [fileId] })),
  call('R OL K', 'POST', '/drive/v1/files:batchUntrash', ['task_id'], ({ trashedId }) => ({ ids: [trashedId] })),
  call('R OL K', 'POST', '/drive/v1/files:batchTrash', ['task_id'], ({ fileId }) => ({ ids: [fileId] })),
  call('R OL K', 'POST', '/drive/v1/files:batchDelete', ['task_id'], ({ trashedId }) => ({ ids: [trashedId] })),
  call('R K', 'PATCH', '/drive/v1/files/trash:empty', ['task_id'], () => ({})),
  call('U', 'POST', '/drive/v1/files/trash:empty', ['task_id']),
  call('K', 'DELETE', ({ folderId }) => `/drive/v1/files/${folderId}`, []),
  call('S', 'POST', '/drive/v1/files/pack', ['task_id'], ({ folderId }) => ({ folderId })),
  refused('S', 'POST', '/drive/v1/files/unpack', [400, 'INVALID_FILE_FORMAT'], ({ folderId }) => ({ folderId })),
  call('Q T K S', 'GET', `/drive/v1/events?thumbnail_size=SIZE_MEDIUM&limit=100&next_page_token=&filters=${PLAYED}`, [
    'events',
    'next_page_token',
  ]),
  call('K', 'POST', '/drive/v1/events', [], ({ fileId }) => ({
    event: { type: 'TYPE_PLAY', file_id: fileId, params: { play_seconds: '7' } },
  })),
  // Without a downloader.
  refused('K', 'POST', '/drive/v1/resource/list', [400, 'task_url_unsupported'], () => ({
    urls: 'magnet:?xt=urn:btih:x',
    page_size: 500,
    thumbnail_type: 'FROM_HASH',
  })),
  call('KS', 'GET', '/drive/v1/resource/status?url=magnet%3A%3Fxt', ['status']),
  refused('R K', 'POST', '/decompress/v1/list', [400, 'INVALID_FILE_FORMAT'], ({ gcid, fileId }) => ({
    gcid,
    file_id: fileId,
    path: '',
    password: '',
  })),
  refused('R K', 'POST', '/decompress/v1/decompress', [400, 'INVALID_FILE_FORMAT'], ({ gcid, fileId }) => ({
    gcid,
    file_id: fileId,
    password: '',
    files: [],
    default_parent: true,
  })),
  refused('R K', 'GET', '/decompress/v1/progress?task_id=x', [404, 'not_found']),
  call('W', 'GET', '/user/v1/settings?items=bookmark', ['items']),
  call('W', 'POST', '/user/v1/settings', [], () => ({ items: { bookmark: ['x'] } })),
  unoffered('C', 'POST', '/phrase/v1/content/share', () => ({})),

  // Section 5: tasks.
  call('R Q M OL K', 'POST', '/drive/v1/files', ['upload_type', 'url.kind', 'task.id', 'task.phase'], () => ({
    kind: 'drive#file',
    name: '',
    upload_type: 'UPLOAD_TYPE_URL',
    url: { url: 'https://files.example/file/3' },
    folder_type: 'DOWNLOAD',
  })),
  call(
    'R Q K',
    'GET',
    `/drive/v1/tasks?type=offline&thumbnail_size=SIZE_SMALL&limit=10000&page_token=&with=reference_resource&filters=${RUNNING}`,
    ['tasks', 'next_page_token', 'expires_in'],
  ),
  call('D', 'GET', '/drive/v1/tasks?type=upload&filters=%7B%7D', ['tasks']),
  call('R K D', 'GET', ({ taskId }) => `/drive/v1/tasks/${taskId}`, ['id', 'phase', 'progress', 'type', 'message']),
  call('Q K', 'DELETE', '/drive/v1/tasks?task_ids=t1&task_ids=t2&delete_files=false', []),
  call('axios', 'DELETE', '/drive/v1/tasks?task_ids[]=t1&task_ids[]=t2&delete_files=false', []),
  call('KS', 'GET', ({ taskId }) => `/drive/v1/task/${taskId}/statuses?limit=100&page_token=`, ['statuses']),
  refused('Q M T', 'POST', '/drive/v1/task', [404, 'not_found'], () => ({
    type: 'offline',
    create_type: 'RETRY',
    id: 't1',
  })),
  call('C', 'POST', '/drive/v1/tasks:clear', [], () => ({ type: 'offline', delete_files: false, phases: [] })),

  // Section 6: shares.
  call(
    'Q M T C KS K',
    'POST',
    '/drive/v1/share',
    ['share_id', 'share_url', 'pass_code', 'share_text'],
    ({ fileId }) => ({
      file_ids: [fileId],
      share_to: 'encryptedlink',
      pass_code_option: 'REQUIRED',
      expiration_days: -1,
    }),
  ),
  call('K', 'POST', '/drive/v1/share', ['share_id', 'share_url'], ({ fileId }) => ({
    file_ids: [fileId],
    share_to: 'copy',
    pass_code_option: 'NOT_REQUIRED',
    expiration_days: 7,
    restore_limit: '-1',
  })),
  call(
    'K KS T X',
    'GET',
    ({ shareId }) =>
      `/drive/v1/share/list?limit=100&thumbnail_size=SIZE_SMALL&page_token=&filters=${encodeURIComponent(`{"id":{"in":"${shareId}"}}`)}`,
    ['data.0.share_id', 'data.0.share_status', 'data.0.file_num', 'next_page_token'],
  ),
  call('K D', 'PATCH', '/drive/v1/share', [], ({ lockedShareId }) => ({
    share_id: lockedShareId,
    pass_code_option: 'REQUIRED',
    custom_pass_code: 'abcd1234',
    expiration_days: 7,
  })),
  as(
    'visitor',
    call(
      'OL K X Q',
      'GET',
      ({ shareId }) => `/drive/v1/share?share_id=${shareId}&pass_code=&thumbnail_size=SIZE_LARGE&limit=100`,
      shared,
    ),
  ),
  as(
    'visitor',
    call('OL K', 'GET', ({ lockedShareId }) => `/drive/v1/share?share_id=${lockedShareId}`, [
      'share_status',
      'share_status_text',
      'files',
    ]),
  ),
  as(
    'visitor',
    call(
      'OL Q',
      'GET',
      ({ shareId }) =>
        `/drive/v1/share/detail?share_id=${shareId}&parent_id=&pass_code_token=&limit=100&order=6&filters=${FILTERS}`,
      ['share_status', 'files.0.id', 'next_page_token'],
    ),
  ),
  as(
    'visitor',
    call(
      'OL',
      'GET',
      ({ shareId, fileId }) => `/drive/v1/share/file_info?share_id=${shareId}&file_id=${fileId}&pass_code_token=`,
      ['share_status', 'file_info.id', 'file_info.web_content_link', 'file_info.medias'],
    ),
  ),
  as(
    'visitor',
    call(
      'OL',
      'POST',
      '/drive/v1/share:batch_file_info',
      ['share_status', 'file_infos.0.id'],
      ({ shareId, fileId }) => ({ share_id: shareId, pass_code_token: '', file_ids: [fileId] }),
    ),
  ),
  as(
    'other',
    call(
      'Q X',
      'POST',
      '/drive/v1/share/restore',
      ['share_status', 'restore_status', 'restore_task_id', 'file_id'],
      ({ shareId, fileId }) => ({ share_id: shareId, pass_code_token: '', file_ids: [fileId] }),
    ),
  ),
  as(
    'other',
    call('W', 'POST', '/drive/v1/share/restore', ['restore_task_id'], ({ shareId }) => ({
      share_id: shareId,
      pass_code_token: '',
      file_ids: [],
      params: { trace_file_ids: '*' },
    })),
  ),
  refused('K', 'POST', '/drive/v1/share/restore', [400, 'file_restore_own'], ({ shareId, fileId }) => ({
    share_id: shareId,
    pass_code_token: '',
    file_ids: [fileId],
  })),
  call('KS K T', 'POST', '/drive/v1/share:batchDelete', [], ({ lockedShareId }) => ({ ids: [lockedShareId] })),
  call('C', 'DELETE', ({ shareId }) => `/drive/v1/share/${shareId}`, []),

  // Section 7: quota, configuration, membership.
  call('R OL Q K', 'GET', '/drive/v1/about', [
    'kind',
    'quota.kind',
    'quota.limit',
    'quota.usage',
    'quota.usage_in_trash',
    'quotas',
    'user_type',
  ]),
  as(
    'visitor',
    call('W', 'POST', '/config/v1/basic', ['values.basic'], () => ({
      client: 'web',
      data: { language_system: 'en-US', language_app: 'en-US', user_id: '' },
    })),
  ),
  as(
    'visitor',
    call('W', 'POST', '/config/v1/drive', ['values.drive.page_limit'], () => ({
      client: 'web',
      data: { language_system: 'en-US', language_app: 'en-US', user_id: '' },
    })),
  ),
  as(
    'visitor',
    call('W', 'POST', '/config/v1/activity_operation', ['values.activity_operation'], () => ({
      client: 'web',
      data: { language_system: 'en-US', language_app: 'en-US' },
    })),
  ),
  as(
    'visitor',
    call('W', 'POST', '/config/v1/globalConfig', ['values'], () => ({})),
  ),
  as('visitor', call('K', 'GET', '/access_controller/v1/area_accessible', ['accessible'])),
  as('visitor', call('SPEC', 'GET', '/drive/v1/privilege/area_country_code', ['data.countryCode'])),
  call('R KS Q', 'GET', '/drive/v1/privilege/vip', ['data.status', 'data.type', 'data.expire', 'data.user_id']),
  call('ST', 'GET', '/vip/v1/vip/info', ['data.status', 'data.type', 'data.expire', 'data.vipItem']),
  call('Q T K', 'GET', '/vip/v1/quantity/list?type=transfer&limit=200', [
    'transfer.offline.assets',
    'transfer.download.total_assets',
    'transfer.upload.size',
    'base.vip_status',
    'base.expire_time',
  ]),
  call('Q', 'GET', '/vip/v1/activity/inviteCode', ['code']),
  call('X U', 'GET', '/vip/v1/activity/inviteInfo', ['add_days', 'invited_nums']),
  call('X H', 'GET', '/vip/v1/activity/inviteList?limit=20', ['data']),
  call(
    'L',
    'POST',
    '/vip/v1/activity/invite',
    ['check_free_send', 'data.expire', 'data.status', 'free_days', 'invited_days', 'updated'],
    () => ({ from: 'web' }),
  ),
  unoffered('C', 'GET', '/vip/v1/activity/checkInvite?userid=x'),
  refused('KS U W H', 'POST', '/vip/v1/order/activation-code', [400, 'invalid_activation_code'], () => ({
    activation_code: 'x',
    data: {},
  })),
  call('W', 'GET', '/vip/v1/task/status?scene=free_vip', ['result']),
  call('W', 'GET', '/vip/v1/task/status:batchGet?scene=free_vip&scene=upload_file', [
    'data.free_vip.result',
    'data.upload_file.bot_checked',
  ]),
  unoffered('KS', 'POST', '/promoting/v1/join', () => ({})),
  unoffered('C', 'GET', '/package/v1/apk/url/x'),
  unoffered('C', 'GET', '/operating/v1/content'),
  unoffered('K', 'GET', '/lbsInfo'),
];
