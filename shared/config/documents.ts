/** The documents whose fields have files of their own, because contracts that a browser loads need the fields too. */
import { href } from '#shared/routes.ts';
import { activityOperationSchema } from './activity-operation.ts';
import { basicSchema } from './basic.ts';
import { makeConfigDocument } from './config-document.ts';
import { debugOptionsSchema } from './debug-options.ts';
import { resourcesSchema } from './resources.ts';

export const activityOperationDocument = makeConfigDocument({
  title: 'Activities',
  schema: activityOperationSchema,
  // A person claims by one name: of two credits with the same one, the second could never be taken.
  clashes: (parts) => {
    const types = new Set(parts.flatMap(({ values }) => values.compensation?.types ?? []).map(({ type }) => type));
    return parts.flatMap(({ values, path }) =>
      (values.more ?? []).flatMap(({ name }, index) =>
        types.has(name)
          ? [{ path: [...path, 'more', index, 'name'], message: 'is a type of compensation: choose another name' }]
          : [],
      ),
    );
  },
  initial: {
    christmas: { open: false, start: '2026-12-18T00:00:00Z', end: '2027-01-07T00:00:00Z' },
    compensation: { open: false, start: '2026-12-01T00:00:00Z', end: '2026-12-15T00:00:00Z' },
    'black-friday': { open: false, start: '2026-11-27T00:00:00Z', end: '2026-12-01T00:00:00Z' },
    more: [],
  },
});

export const basicDocument = makeConfigDocument({
  title: 'Basics',
  schema: basicSchema,
  initial: {
    product_name: 'Magpie',
    support_email: '',
    oldest_versions: {},
    blog: false,
    try_link: '',
    offline_page: true,
    notice: '',
    notice_link: '',
    notice_start: '',
    notice_end: '',
  },
});

export const debugOptionsDocument = makeConfigDocument({
  title: 'Debug options',
  schema: debugOptionsSchema,
  initial: { allow_vconsole: false },
});

export const resourcesDocument = makeConfigDocument({
  title: 'Addresses and pictures',
  schema: resourcesSchema,
  initial: {
    help_url: href('site.help-center'),
    faq_url: href('site.faq'),
    contact_url: href('site.contact'),
    agreement_url: href('policy.document', { doc: 'user-agreement' }),
    privacy_url: href('policy.document', { doc: 'privacy-policy' }),
    banners: [],
  },
});
