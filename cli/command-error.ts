/** A command that was typed wrong: its message says how it is typed, the program ends with 2. */
export class CommandError extends Error {}
