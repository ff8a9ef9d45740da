/**
 * Inside the frame of the debug console: renders it and feeds it the messages, errors and requests of the page around it. All
 * changes of that page are reverted when the frame is removed. The policy of the frame blocks scripts typed into it.
 */
import { CONSOLE_EVENT, type ConsoleMessage } from './console-event.ts';

const METHODS = ['log', 'info', 'warn', 'error', 'debug'] as const;

type Print = Readonly<Record<(typeof METHODS)[number], (...parts: unknown[]) => void>>;

/** Globals of another window, which TypeScript's type of a window lacks. */
type Watched = Window & { console: Console; PerformanceObserver: typeof PerformanceObserver };

function post(around: Window, detail: ConsoleMessage): void {
  around.dispatchEvent(new CustomEvent(CONSOLE_EVENT, { detail }));
}

/** @returns reverts the changes */
function listenTo(around: Watched, print: Print): () => void {
  const { console: target } = around;
  const before = new Map(METHODS.map((method) => [method, target[method]]));
  for (const [method, log] of before)
    target[method] = (...parts: unknown[]) => {
      log.apply(target, parts);
      print[method](...parts);
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
    for (const [method, log] of before) target[method] = log;
    around.removeEventListener('error', onError);
    around.removeEventListener('unhandledrejection', onRejection);
    around.document.removeEventListener('securitypolicyviolation', onViolation);
    loads.disconnect();
  };
}

async function start(view: Window): Promise<void> {
  const around = view.parent as Watched;
  const container = view.document.querySelector<HTMLElement>('[data-console]');
  // Opened in its own tab: there is no page to watch.
  if (around === view || !container) return;
  for (const kind of ['close', 'block'] as const)
    view.document.querySelector(`[data-console-${kind}]`)?.addEventListener('click', () => post(around, { kind }));
  try {
    const { default: eruda } = await import('eruda');
    eruda.init({ container, inline: true, useShadowDom: false, tool: ['console', 'resources', 'info'] });
    const panel = eruda.get('console');
    panel.config.set('jsExecution', false);
    eruda.show('console');
    const revert = listenTo(around, panel as unknown as Print);
    view.addEventListener('pagehide', revert);
  } catch (error) {
    post(around, { kind: 'failed', error });
  }
}

void start(window);
