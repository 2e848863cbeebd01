/** RubyGems: gems of a gem server. */
import { registryType } from './registry-type';

export const rubygems = registryType('rubygems', 'RubyGems');
