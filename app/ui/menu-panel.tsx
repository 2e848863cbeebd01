/** Ariakit menu with arrow keys and type-ahead. Loaded on demand by menu.tsx. */
import { Menu, MenuButton, MenuGroup, MenuGroupLabel, MenuItem as AriakitItem, MenuProvider } from '@ariakit/react';
import { Form, Link } from '@remix-run/react';
import {
  groupClass,
  groupLabelClass,
  HiddenFields,
  itemClass,
  ItemLabel,
  type MenuItem,
  type MenuProps,
  panelClass,
  scrollClass,
  triggerClass,
} from './menu-items';

/** `focused`: the replaced button had the focus. */
export function MenuPanel({ label, trigger, groups, align = 'left', focused }: MenuProps & { focused: boolean }) {
  return (
    <MenuProvider placement={align === 'right' ? 'bottom-end' : 'bottom-start'}>
      <MenuButton autoFocus={focused} className={triggerClass}>
        {trigger}
        <span className="sr-only">{label}</span>
      </MenuButton>
      <Menu gutter={4} className={panelClass}>
        {groups.map((group, i) => (
          <MenuGroup key={i} className={groupClass}>
            {group.label && <MenuGroupLabel className={groupLabelClass}>{group.label}</MenuGroupLabel>}
            <div className={group.scroll ? scrollClass : undefined}>
              {group.items.map((item) => (
                <PanelItem key={item.label} item={item} />
              ))}
            </div>
          </MenuGroup>
        ))}
      </Menu>
    </MenuProvider>
  );
}

function PanelItem({ item }: { item: MenuItem }) {
  let current = item.current ? ('true' as const) : undefined;
  if (item.kind === 'link')
    return (
      <AriakitItem className={itemClass} aria-current={current} render={<Link to={item.to} />}>
        <ItemLabel item={item} />
      </AriakitItem>
    );
  return (
    <Form method="post" action={item.action} role="presentation">
      <HiddenFields fields={item.fields} />
      <AriakitItem className={itemClass} aria-current={current} render={<button type="submit" />}>
        <ItemLabel item={item} />
      </AriakitItem>
    </Form>
  );
}
