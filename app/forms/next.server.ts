/**
 * Forms on every page, such as those of banners: their one field says which page they lead back to.
 */
import { z } from 'zod';
import { paths } from '../paths';
import { read } from './read.server';

/** A local path to go on to after a post. */
export const NextPath = z.string().default('').transform(paths.backTo);

const NextForm = z.object({ next: NextPath });

/** Reads a form that has no other field. */
export async function readNext(request: Request): Promise<string> {
  let form = await read(request, NextForm);
  return form.ok ? form.value.next : paths.homeRedirect();
}
