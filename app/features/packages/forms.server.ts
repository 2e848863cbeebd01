/** The posted forms of packages: the contract's rules, fed with what a form can send. */
import { BackendRegistry } from 'contract/fields';
import { CreatePackage, type PackageType, UpdatePackage } from 'contract/packages';
import { z } from 'zod';
import { dockerHub, readImageReference } from './image-reference';

/**
 * A new package. A docker name may be a whole pull command: the registry in it wins over the
 * registry field, and an empty registry means Docker Hub.
 */
export const NewPackageForm = z.preprocess(withImageTakenApart, CreatePackage);

/** A box that is not ticked is not sent, so absence means no. */
const EditPackageForm = UpdatePackage.extend({ track_companies: z.boolean().default(false) });
const EditDockerForm = EditPackageForm.extend({ backend_registry: BackendRegistry });

/** The schema of the edit form. An image comes from somewhere: its registry cannot be emptied. */
export function editFormOf(type: PackageType): typeof EditPackageForm | typeof EditDockerForm {
  return type === 'docker' ? EditDockerForm : EditPackageForm;
}

function withImageTakenApart(form: unknown): unknown {
  if (typeof form !== 'object' || form === null) return form;
  let fields = form as Record<string, unknown>;
  if (fields.type !== 'docker') return fields;
  let image = readImageReference(typeof fields.name === 'string' ? fields.name : '');
  return { ...fields, name: image.name, backend_registry: image.registry ?? (fields.backend_registry || dockerHub) };
}
