/**
 * What a program is for: `tool` is started by people and by scripts alike, `library` is what other
 * programs are made with, the others run by themselves.
 */
export type ProgramKind =
  | 'tool'
  | 'library'
  | 'ci'
  | 'cluster'
  | 'automation'
  | 'mirror'
  | 'image-proxy'
  | 'ai-user'
  | 'ai-crawler'
  | 'headless'
  | 'bot';

/**
 * Programs of each kind in the order in which they are tried, so wrappers are before what they wrap.
 * The version follows what the spelling matches. `platform`: the only one it runs on, for programs
 * whose user agent names none.
 */
export type ProgramTable = [kind: ProgramKind, rows: [client: string, spelling: RegExp, platform?: string][]][];
