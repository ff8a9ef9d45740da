/**
 * Inside the frame of the debug console: draws it and shows it what the page around it says, fails and loads. Whatever was
 * changed of that page goes back when the frame goes. Nothing that is typed can run: the frame's policy sees to it.
 */
import { CONSOLE_EVENT, type ConsoleMessage } from './console-event.ts';

const WORDS = ['log', 'info', 'warn', 'error', 'debug'] as const;

type Print = Readonly<Record<(typeof WORDS)[number], (...words: unknown[]) => void>>;

/** What TypeScript does not know: that a window holds the names of its realm. */
type Watched = Window & { console: Console; PerformanceObserver: typeof PerformanceObserver };

function tell(around: Window, detail: ConsoleMessage): void {
  around.dispatchEvent(new CustomEvent(CONSOLE_EVENT, { detail }));
}

/** @returns gives the page back what it had */
function listenTo(around: Watched, print: Print): () => void {
  const { console: voice } = around;
  const before = new Map(WORDS.map((word) => [word, voice[word]]));
  for (const [word, say] of before)
    voice[word] = (...words: unknown[]) => {
      say.apply(voice, words);
      print[word](...words);
    };
  const onError = (event: ErrorEvent) => print.error(event.error ?? event.message);
  const onRejection = (event: PromiseRejectionEvent) => print.error(event.reason);
  const onViolation = (event: SecurityPolicyViolationEvent) =>
    print.warn(`${event.effectiveDirective} refused ${event.blockedURI}`);
  around.addEventListener('error', onError);
  around.addEventListener('unhandledrejection', onRejection);
  around.document.addEventListener('securitypolicyviolation', onViolation);
  const loads = new around.PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) print.debug(`${Math.round(duration)} ms`, name);
  });
  loads.observe({ type: 'resource', buffered: true });
  return () => {
    for (const [word, say] of before) voice[word] = say;
    around.removeEventListener('error', onError);
    around.removeEventListener('unhandledrejection', onRejection);
    around.document.removeEventListener('securitypolicyviolation', onViolation);
    loads.disconnect();
  };
}

async function start(view: Window): Promise<void> {
  const around = view.parent as Watched;
  const container = view.document.querySelector<HTMLElement>('[data-console]');
  // Opened by hand, in a tab of its own: there is nothing to watch.
  if (around === view || !container) return;
  for (const news of ['close', 'block'] as const)
    view.document.querySelector(`[data-console-${news}]`)?.addEventListener('click', () => tell(around, { news }));
  try {
    const { default: eruda } = await import('eruda');
    eruda.init({ container, inline: true, useShadowDom: false, tool: ['console', 'resources', 'info'] });
    const panel = eruda.get('console');
    panel.config.set('jsExecution', false);
    eruda.show('console');
    const giveBack = listenTo(around, panel as unknown as Print);
    view.addEventListener('pagehide', giveBack);
  } catch (error) {
    tell(around, { news: 'failed', error });
  }
}

void start(window);
