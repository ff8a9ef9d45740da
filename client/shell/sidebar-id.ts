/** The popover's id; `document.getElementById(SIDEBAR_ID)?.showPopover()` opens it from script. */
export const SIDEBAR_ID = 'sidebar';
