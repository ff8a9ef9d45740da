/** `/help` and `/faq`. The same for every visitor of one language. */
import { FaqView } from '#client/site/help/faq.view.tsx';
import { HelpView } from '#client/site/help/help.view.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import { MOST_ASKED, TOPIC_WORDS } from '#shared/site/faq-anchors.ts';
import { plainText } from '#shared/site/page-text.ts';
import { type PublicHandler, publicPage } from '../render/public-page.tsx';
import { translatorOf } from '../render/render.tsx';
import { helpText, questionsOf, topicsIn } from './help-texts.ts';

export const helpPage: PublicHandler = (c, deps) => {
  const locale = c.get('locale');
  const { t } = translatorOf(locale);
  const questions = questionsOf(helpText(locale, deps.config.limits, 'faq').blocks);
  const faq = joinLocale(locale, href('site.faq'));
  return publicPage(
    c,
    deps,
    { title: t('site.help.title'), description: t('site.help.lead') },
    <HelpView
      asked={MOST_ASKED.flatMap((id) => {
        const found = questions.find((each) => each.id === id);
        return found ? [{ question: found.question, href: `${faq}#${id}` }] : [];
      })}
      topics={topicsIn(locale)}
    />,
  );
};

export const faqPage: PublicHandler = (c, deps) => {
  const locale = c.get('locale');
  const { title, description, blocks } = helpText(locale, deps.config.limits, 'faq');
  const items = questionsOf(blocks);
  return publicPage(
    c,
    deps,
    {
      title,
      description,
      structured: [
        {
          '@type': 'FAQPage',
          inLanguage: locale,
          mainEntity: items.map(({ question, answer }) => ({
            '@type': 'Question',
            name: question,
            acceptedAnswer: { '@type': 'Answer', text: plainText(answer) },
          })),
        },
      ],
    },
    <FaqView
      title={title}
      lead={description}
      items={items}
      topics={topicsIn(locale).map((topic) => ({ ...topic, formerAnchors: TOPIC_WORDS[topic.slug] }))}
    />,
  );
};
