/** The steps of a deployment in their order: everything that only looks comes before the first change. */
import { checkAccount, checkHosts, checkPlan, checkToken, checkTool, checkZones } from './account.ts';
import { attachHosts, makeFirstOperator, makeSelfTest } from './live.ts';
import { type Deployment, runSteps, type Step, type StepReport } from './run.ts';
import { buildScripts, checkNames, checkVariables, uploadCodec, uploadMain } from './scripts.ts';
import { prepareSecrets } from './secrets.ts';
import type { Stop } from './stop.ts';
import { checkStores, makeBucket, makeDatabases, makeNamespace } from './storage.ts';

/** @param wait  between tries of calls to the installation */
function stepsOf(wait: (ms: number) => Promise<unknown>): readonly Step[] {
  return [
    checkTool,
    checkToken,
    checkAccount,
    checkPlan,
    checkZones,
    checkNames,
    checkHosts,
    checkVariables,
    checkStores,
    makeNamespace,
    makeBucket,
    makeDatabases,
    prepareSecrets,
    buildScripts,
    uploadCodec,
    uploadMain,
    attachHosts,
    makeFirstOperator(wait),
    makeSelfTest(wait),
  ];
}

/** Deploys, and says at the end where it is. Safe to run again at any time. */
export async function deploy(
  deployment: Deployment,
  print: (line: string) => void,
  wait: (ms: number) => Promise<unknown>,
): Promise<{ reports: StepReport[]; stop: Stop | null }> {
  const { own, environment, isDry } = deployment;
  const ended = await runSteps(deployment, stepsOf(wait), print);
  if (ended.stop) return ended;
  const changes = ended.reports.filter(({ outcome }) => outcome === 'made' || outcome === 'changed').length;
  if (isDry) print(`\nThis was a dry run of ${environment}: nothing was changed.`);
  else if (deployment.closes)
    print(`\n${environment} is closed: https://${own.app} answers 503. Open it by the same command without --close.`);
  else
    print(
      `\n${environment} is at https://${own.app} (${changes === 0 ? 'nothing was changed' : `${changes} made or changed`}).`,
    );
  return ended;
}
