/** Endpoints of tasks as a person looks after them, and of addresses before they are fetched. */
import type { Hono } from 'hono';
import { tasksContract } from '#shared/drive/fetch/tasks.contract.ts';
import { asTaskId } from '#shared/ids.ts';
import { type AppEnv, bindEndpoint } from '#worker/platform/http.ts';
import type { DriveDeps } from '../deps.ts';
import { chooseFiles, taskStatuses } from '../downloader/files.ts';
import { taskLimits } from '../fetch/create-fetch.ts';
import { clearTasks, deleteTasks } from './remove-tasks.ts';
import { resourceList, resourceStatus } from './resources.ts';
import { retryTask } from './retry-task.ts';

export function bindTasks(router: Hono<AppEnv>, deps: DriveDeps): void {
  bindEndpoint(router, tasksContract.resourceList, async ({ caller, body }) => {
    const resources = await resourceList(deps, caller, body.urls);
    return { list_id: '', list: { page_size: resources.length, resources } };
  });
  bindEndpoint(router, tasksContract.resourceStatus, async ({ query }) => resourceStatus(deps, query.url));
  bindEndpoint(router, tasksContract.retryTask, ({ caller, body }) =>
    retryTask(deps, caller, { id: asTaskId(body.id), createType: body.create_type }),
  );
  bindEndpoint(router, tasksContract.taskStatuses, ({ caller, params, query }) =>
    taskStatuses(deps, caller, { id: asTaskId(params.id), rows: query.limit ?? 0, pageToken: query.page_token }),
  );
  bindEndpoint(router, tasksContract.chooseFiles, ({ caller, params, body }) =>
    chooseFiles(deps, caller, { id: asTaskId(params.id), files: body.files }),
  );
  bindEndpoint(router, tasksContract.taskLimits, ({ caller }) => taskLimits(deps, caller));
  bindEndpoint(router, tasksContract.deleteTasks, async ({ caller, query, call }) => {
    await deleteTasks(deps, caller, { ids: query.task_ids, withFiles: query.delete_files }, call);
    return {};
  });
  bindEndpoint(router, tasksContract.clearTasks, async ({ caller, body, call }) => {
    await clearTasks(deps, caller, { type: body.type, phases: body.phases, withFiles: body.delete_files }, call);
    return {};
  });
}
