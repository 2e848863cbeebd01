/** Asks each question once, and shares its answer as long as a run or a page takes. */
export type Once = <T>(question: string, ask: () => Promise<T>) => Promise<T>;

/** Questions of one kind have one type of answer. */
export function createOnce(): Once {
  let answers = new Map<string, Promise<unknown>>();
  return <T>(question: string, ask: () => Promise<T>): Promise<T> => {
    let answer = (answers.get(question) as Promise<T> | undefined) ?? ask();
    answers.set(question, answer);
    return answer;
  };
}
