/** Annotations of owners. */
import { uuidv7 } from 'uuidv7';
import { annotationsApi, type Annotation, type SaveAnnotation } from 'contract/analytics/annotations';
import { time } from 'contract/floor/time';
import type { Services } from '../http/services';
import type { OwnerRow } from '../../floor/db/account-schema';
import { serve } from '../http/handler';
import { presentPage } from '../http/pagination';
import { packageById } from '../../packages/packages';
import {
  addAnnotation,
  annotationById,
  annotationPage,
  removeAnnotation,
  replaceAnnotation,
  type ListedAnnotation,
} from '../../reports/analytics/annotations';

export const annotationEndpoints = serve(annotationsApi, {
  async getAnnotations({ parts, owner, query, url }) {
    let page = await annotationPage(parts.records, owner.id, query);
    return presentPage(page, { query, url }, (row) => row.id, present);
  },

  async getAnnotation({ parts, owner, params }) {
    return present(await annotationById(parts.records, owner.id, params.annotation_id));
  },

  async createAnnotation({ parts, owner, caller, body, act }) {
    await refuseUnknownPackage(parts, owner, body);
    let made = { id: uuidv7(), owner_id: owner.id, created_by: caller.user.id };
    let row = { ...made, ...body, created_at: act.time, updated_at: act.time };
    return present(await addAnnotation(parts.records, owner, row, act));
  },

  async changeAnnotation({ parts, owner, params, body, act }) {
    await refuseUnknownPackage(parts, owner, body);
    return present(await replaceAnnotation(parts.records, owner, { id: params.annotation_id, ...body }, act));
  },

  async deleteAnnotation({ parts, owner, params, act }) {
    await removeAnnotation(parts.records, owner, params.annotation_id, act);
    return undefined;
  },
});

/** Refuses with package-not-found. */
async function refuseUnknownPackage({ records }: Services, owner: OwnerRow, { package_id }: SaveAnnotation) {
  if (package_id !== null) await packageById(records, owner.id, package_id);
}

function present(row: ListedAnnotation): Annotation {
  let { id, day, text, package_id, package_name, created_by_name, created_at, updated_at } = row;
  return {
    id,
    day,
    text,
    package_id,
    package_name,
    created_by: created_by_name,
    created_at: time(created_at),
    updated_at: time(updated_at),
  };
}
