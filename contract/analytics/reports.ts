/** Several questions in one request. */
import { z } from 'zod';
import * as limits from '../floor/limits';
import { route, type Route } from '../rules/route';

const Value = z.union([z.string(), z.number(), z.boolean()]);

/** A call by its operation id, with the same parameters as in its address. */
const Question = z.object({
  name: z.string().min(1).max(limits.nameMax).describe('Name of the question, and of its answer'),
  ask: z.string().max(100).describe('Operation id of a GET request that answers with JSON, such as getCounting'),
  params: z.record(Value).default({}).describe('Parameters of its path; those called owner default to {owner}'),
  query: z.record(z.union([Value, z.array(Value)])).default({}),
});
export type Question = z.output<typeof Question>;

export const ReportAnswer = z.object({
  status: z.number().int(),
  body: z.unknown().describe('As the request itself answers: JSON lines as a list, errors as {code, message, field}'),
});
export type ReportAnswer = z.infer<typeof ReportAnswer>;

/** A question in this process. */
export interface AskedQuestion {
  route: Route;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
}

/** Who asks, and for which page. */
export interface Asker {
  headers: Headers;
  /** IP address of the client; empty if unknown. */
  address: string;
  signal: AbortSignal;
  /** The same object in all reports of a page, which rest on the same events. */
  page: object;
}

/** Answers each question by itself: with a value, or with an error as the API sends it. */
export type AskInProcess = (questions: readonly AskedQuestion[], asker: Asker) => Promise<ReportAnswer>[];

export const reportsApi = {
  /**
   * Questions about events rest on the same events. Each is admitted by itself: one that is refused
   * or fails leaves the others as they are.
   */
  askReport: route({
    id: 'askReport',
    method: 'POST',
    path: '/v3/reports/{owner}',
    summary: 'Ask several questions in one request, all about the same events',
    tag: 'Insights',
    access: 'session',
    params: z.object({ owner: z.string() }),
    body: z.object({
      questions: z
        .array(Question)
        .min(1, 'field-is-required')
        .max(limits.reportQuestionsMax, 'report-has-too-many-questions')
        .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'request-not-valid'),
    }),
    bodyValuesMax: 5_000,
    answer: z.object({ answers: z.record(ReportAnswer) }),
    errors: ['report-has-too-many-questions', 'question-not-known'],
  }),
};

/** Imports, archives and recounts, which the process with the jobs answers alone. */
export const jobsPath = /^\/v2\/(imports|archives)\/|^\/v3\/insights\/[^/]+\/recounts(\/|$)/;

/**
 * Whether a call can be a question: it reads, its whole answer is at hand, and it ends with its
 * page.
 */
export function isQuestion({ method, kind, path, isKept }: Route): boolean {
  if (method !== 'GET' || isKept || jobsPath.test(path)) return false;
  return kind === 'json' || (kind === 'ndjson' && path.startsWith('/v3/'));
}
