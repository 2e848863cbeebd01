/** Labels of the links that lead to an owner's pages. */
import { sectionLinks } from 'app/shell/navigation';
import type { ShellData } from 'app/shell/shell-data.server';
import type { SidebarGroup } from 'app/ui/sidebar';

export function labelsOf(groups: readonly SidebarGroup[]): string[] {
  return groups.flatMap(({ links }) => links.map(({ label }) => label));
}

export function sectionsOf(shell: ShellData): string[] {
  return sectionLinks(shell).map(({ label }) => label);
}
