/** How many conditions on texts the form for a filter offers. */
export const conditionRows = ['1', '2', '3'] as const;
