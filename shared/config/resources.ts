/** Where clients find pages and pictures: the fields of the document `resources`. */
import * as v from 'valibot';
import { pageAddress } from './page-address.ts';

export const resourcesSchema = v.object({
  help_url: v.pipe(
    pageAddress(
      'For apps and other clients: the help centre. A path of ours that begins with /, or an https address. Our own pages link to their own.',
    ),
    v.title('Help centre'),
  ),
  faq_url: v.pipe(pageAddress('For clients: questions and answers.'), v.title('Questions and answers')),
  contact_url: v.pipe(pageAddress('For clients: where people write to us.'), v.title('Contact')),
  agreement_url: v.pipe(pageAddress('For clients: the user agreement.'), v.title('User agreement')),
  privacy_url: v.pipe(pageAddress('For clients: the privacy policy.'), v.title('Privacy policy')),
  banners: v.pipe(
    v.array(
      v.object({
        id: v.pipe(
          v.string(),
          v.regex(/^[a-z0-9-]{1,40}$/, 'must be 1 to 40 of a-z, 0-9 and -'),
          v.description('Remembered by clients when somebody closes it: a new id is shown to everybody again.'),
        ),
        title: v.pipe(
          v.string(),
          v.minLength(1),
          v.maxLength(80),
          v.description('Read aloud in place of the picture.'),
        ),
        image_url: v.pipe(
          pageAddress(
            'The picture, four times as wide as high, such as 1152 x 288. With https its host learns who looks.',
          ),
          v.title('Picture'),
        ),
        link_url: v.pipe(pageAddress('Where it leads. Another site opens in a tab of its own.'), v.title('Link')),
      }),
    ),
    v.maxLength(10),
    v.metadata({ entry: 'Banner' }),
    v.description(
      'Pictures that clients show above the list, the first one first. Our drive shows one at a time, above all files: the first that this browser has not closed.',
    ),
  ),
});
