/** The field by which a form says who opened it. */
export const openedAsField = 'opened_as';
