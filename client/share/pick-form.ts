/** The form of a share's page that the checkboxes of rows belong to, and the buttons that act on them. */
export const PICK_FORM_ID = 'pick';
