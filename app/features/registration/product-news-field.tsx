/** The box by which a newcomer asks for product news; never ticked beforehand. */
import { CheckField } from '../../forms/choices';

export function ProductNewsField() {
  return <CheckField name="product_news" label="Tell me by email what is new in Landfall" />;
}
