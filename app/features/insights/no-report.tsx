/** What stands below the form when there is nothing to report on, and what to do about it. */
import { paths } from '../../paths';
import { useMayCreate } from '../../shell/may-create';
import { LinkButton } from '../../ui/button';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/empty-state';

/** `isEmpty`: the owner has no packages or pixels at all; otherwise none was chosen. */
export function NoReport({ owner, isEmpty }: { owner: string; isEmpty: boolean }) {
  let mayCreate = useMayCreate();
  if (!isEmpty)
    return (
      <Card>
        <EmptyState title="Nothing chosen">Choose a package, or show pixel data.</EmptyState>
      </Card>
    );
  return (
    <Card>
      <EmptyState
        title="No packages or pixels yet"
        action={
          mayCreate && (
            <>
              <LinkButton to={paths.newPackage(owner)}>Create a package</LinkButton>
              <LinkButton to={paths.newPixel(owner)} variant="outline">
                Create a pixel
              </LinkButton>
            </>
          )
        }
      >
        Create one, and its downloads or views can be analysed here.
      </EmptyState>
    </Card>
  );
}
