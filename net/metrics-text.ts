/** The text format of Prometheus. */

/** One metric with its samples. */
export function family(
  type: 'counter' | 'gauge',
  name: string,
  help: string,
  samples: [labels: string, value: number][],
): string {
  let lines = samples.map(([labels, value]) => `${name}${labels} ${value}\n`).join('');
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines}`;
}
