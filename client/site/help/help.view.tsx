/** The start page of the help: search, frequent questions, topics, contact. */
import { ArrowRight, ChevronRight, HeartPulse, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { SitePage } from '#client/shell/site-page.view.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { useLocalHref } from '../local-href.ts';
import { HelpSearch } from './help-parts.view.tsx';

export interface HelpViewProps {
  readonly asked: readonly { readonly question: string; readonly href: string }[];
  readonly topics: readonly { readonly title: string; readonly text: string; readonly href: string }[];
}

export function HelpView({ asked, topics }: HelpViewProps): ReactNode {
  const { t } = useT();
  const href = useLocalHref();
  return (
    <SitePage className="max-w-5xl">
      <h1 className="site-title">{t('site.help.title')}</h1>
      <p className="mt-4 max-w-xl text-lg text-muted">{t('site.help.lead')}</p>
      <HelpSearch className="mt-7 max-w-xl" />

      <section className="mt-14" aria-labelledby="topics">
        <h2 id="topics" className="text-xl">
          {t('site.help.topics')}
        </h2>
        <ul className="mt-4 grid gap-3 sm:grid-cols-2">
          {topics.map((topic) => (
            <li
              key={topic.href}
              className="card relative flex items-start gap-3 p-5 hover:border-line-strong sm:last:odd:col-span-2"
            >
              <div className="min-w-0 flex-1">
                <h3 className="font-semibold">
                  <a className="row-link" href={topic.href}>
                    {topic.title}
                  </a>
                </h3>
                <p className="mt-1 text-sm text-muted">{topic.text}</p>
              </div>
              <ChevronRight size={20} className="mt-0.5 flex-none text-muted" aria-hidden="true" />
            </li>
          ))}
        </ul>
      </section>

      <div className="mt-14 grid gap-12 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] md:gap-14">
        <section aria-labelledby="asked">
          <h2 id="asked" className="text-xl">
            {t('site.help.asked')}
          </h2>
          <ul className="mt-2">
            {asked.map((each) => (
              <li key={each.href} className="border-b border-line">
                <a className="flex min-h-12 items-center py-2.5 hover:text-accent hover:underline" href={each.href}>
                  {each.question}
                </a>
              </li>
            ))}
          </ul>
          <a className="link mt-2 inline-flex min-h-11 items-center gap-1.5" href={href('site.faq')}>
            {t('site.help.asked.all')}
            <ArrowRight size={18} aria-hidden="true" />
          </a>
        </section>
        <section aria-labelledby="ways">
          <h2 id="ways" className="text-xl">
            {t('site.help.ways')}
          </h2>
          <ul className="mt-4 grid gap-6">
            <Way
              icon={<MessageCircle size={20} aria-hidden="true" />}
              title={t('site.help.ways.contact')}
              text={t('site.help.ways.contact.text')}
              href={href('site.contact')}
            />
            <Way
              icon={<HeartPulse size={20} aria-hidden="true" />}
              title={t('site.help.ways.test')}
              text={t('site.help.ways.test.text')}
              href={href('site.self-test')}
            />
          </ul>
        </section>
      </div>
    </SitePage>
  );
}

function Way({ icon, title, text, href }: { icon: ReactNode; title: string; text: string; href: string }): ReactNode {
  return (
    <li className="flex gap-3">
      <span className="mt-3 flex-none text-accent">{icon}</span>
      <div className="min-w-0">
        <a className="link inline-flex min-h-11 items-center font-semibold" href={href}>
          {title}
        </a>
        <p className="text-sm text-muted">{text}</p>
      </div>
    </li>
  );
}
