/** NuGet: packages of a feed that speaks version 3 of the protocol. */
import { registryType } from './registry-type';

export const nuget = registryType('nuget', 'NuGet');
