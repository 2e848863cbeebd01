/** Annotations: what people of an owner write at a day, which charts show with their numbers. */
import { z } from 'zod';
import { annotationDay, annotationText } from '../rules/annotation-rules';
import { DayText, isDay, schemaOf } from '../rules/fields';
import * as limits from '../floor/limits';
import { queryList, pageOf, PageQuery, route } from '../rules/route';

export const Annotation = z.object({
  id: z.string(),
  day: DayText,
  text: z.string(),
  /** Null: it is about all packages and pixels. */
  package_id: z.string().nullable(),
  package_name: z.string().nullable(),
  /** Username of the person who wrote it; null when that account was deleted. */
  created_by: z.string().nullable(),
  created_at: z.string().datetime(),
  updated_at: z.string().datetime(),
});
export type Annotation = z.infer<typeof Annotation>;

/** `package_id` is null for all packages and pixels. Line breaks of the text become spaces. */
export const SaveAnnotation = z.object({
  day: schemaOf(annotationDay).refine(isDay, { message: 'annotation-day-is-invalid' }),
  text: schemaOf(annotationText).transform((text) => text.replace(/[\s\p{Cc}]+/gu, ' ')),
  package_id: z.string().max(100).nullable().default(null),
});
export type SaveAnnotation = z.output<typeof SaveAnnotation>;

/**
 * Both days count (UTC). `package_id`: those about these packages, and those about all; without it,
 * every one. `after` is the id of the last one on the page before.
 */
const AnnotationsQuery = PageQuery.extend({
  start_date: DayText.optional(),
  end_date: DayText.optional(),
  package_id: queryList(z.string().max(100)),
  /** Search. */
  search: z.string().trim().max(limits.searchQueryMax, 'field-is-too-long').default(''),
});
export type AnnotationsQuery = z.output<typeof AnnotationsQuery>;

const OwnerParams = z.object({ owner: z.string() });
const AnnotationParams = OwnerParams.extend({ annotation_id: z.string() });
const annotations = { tag: 'Annotations' } as const;
const saveErrors = [
  'owner-not-found',
  'package-not-found',
  'annotation-day-is-invalid',
  'field-is-required',
  'field-is-too-long',
] as const;

export const annotationsApi = {
  getAnnotations: route({
    ...annotations,
    id: 'getAnnotations',
    method: 'GET',
    path: '/v2/annotations/{owner}',
    summary: 'List annotations, newest day first',
    access: 'read',
    params: OwnerParams,
    query: AnnotationsQuery,
    answer: pageOf(Annotation),
    errors: ['owner-not-found', 'annotation-not-found', 'range-invalid', 'field-is-too-long'],
  }),

  getAnnotation: route({
    ...annotations,
    id: 'getAnnotation',
    method: 'GET',
    path: '/v2/annotations/{owner}/{annotation_id}',
    summary: 'Get an annotation',
    access: 'read',
    params: AnnotationParams,
    answer: Annotation,
    errors: ['owner-not-found', 'annotation-not-found'],
  }),

  createAnnotation: route({
    ...annotations,
    id: 'createAnnotation',
    method: 'POST',
    path: '/v2/annotations/{owner}',
    summary: 'Create an annotation',
    access: 'write',
    params: OwnerParams,
    body: SaveAnnotation,
    status: 201,
    answer: Annotation,
    errors: [...saveErrors, 'too-many-annotations'],
  }),

  changeAnnotation: route({
    ...annotations,
    id: 'changeAnnotation',
    method: 'PUT',
    path: '/v2/annotations/{owner}/{annotation_id}',
    summary: 'Update day, text and package of an annotation',
    access: 'write',
    params: AnnotationParams,
    body: SaveAnnotation,
    answer: Annotation,
    errors: [...saveErrors, 'annotation-not-found'],
  }),

  deleteAnnotation: route({
    ...annotations,
    id: 'deleteAnnotation',
    method: 'DELETE',
    path: '/v2/annotations/{owner}/{annotation_id}',
    summary: 'Delete an annotation',
    access: 'write',
    params: AnnotationParams,
    errors: ['owner-not-found', 'annotation-not-found'],
  }),
};
