/** The one media of a file: its own bytes, with size and length where they are known. Source: wire-contract.md 3.2. Pure. */
import type { FileObject } from '#shared/drive/model.ts';
import type { ContentLink } from './link.ts';

const MEDIA_CATEGORIES: readonly string[] = ['IMAGE', 'VIDEO', 'AUDIO'];

/** Empty for a file that is no picture, film or sound. */
export function originMedias(file: FileObject, link: ContentLink): FileObject['medias'] {
  if (!MEDIA_CATEGORIES.includes(file.file_category)) return [];
  const { width = '0', height = '0', duration = '0' } = file.params;
  const video = {
    width: Number(width),
    height: Number(height),
    duration: Number(duration),
    bit_rate: 0,
    frame_rate: 0,
    video_codec: '',
    audio_codec: '',
    video_type: file.file_extension.slice(1).toLowerCase(),
    hdr_type: '',
  };
  return [
    {
      media_id: file.id,
      media_name: 'Original',
      video: file.file_category === 'AUDIO' ? null : video,
      audio: file.file_category === 'AUDIO' ? { duration: video.duration } : null,
      link,
      need_more_quota: false,
      vip_types: [],
      redirect_link: '',
      icon_link: '',
      ext_icon: '',
      is_default: true,
      priority: 0,
      is_origin: true,
      resolution_name: video.height > 0 ? `${video.height}P` : '',
      is_visible: true,
      category: 'category_origin',
    },
  ];
}
