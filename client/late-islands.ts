/** Islands that the drive itself does not have: their addresses are not in the first script of the drive. */

export function loadCommon() {
  return import('./drive/grants/common-live.island.tsx');
}

export function loadShares() {
  return import('./share/my-links/my-links.island.tsx');
}

export function loadTasks() {
  return import('./drive/tasks/tasks.island.tsx');
}
