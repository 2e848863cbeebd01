/** Tells a press on "Preview" from a press on the form's own button. */

/** Whether the posted form asks to be shown again only; the request's body can still be read afterwards. */
export async function asksPreview(request: Request): Promise<boolean> {
  return (await request.clone().formData()).has('preview');
}
