/** Wrong usage: the message explains the usage, the program exits with 2. */
export class CommandError extends Error {}
