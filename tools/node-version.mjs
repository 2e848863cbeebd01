/**
 * Refuses a version of Node that the product does not support, before anything else is imported:
 * a sentence in place of the stack of a module that needs a later one. Written for old versions;
 * the build puts it in front of every program.
 */
var version = process.versions.node.split('.').map(Number);
var isSupported = (version[0] === 20 && version[1] >= 19) || (version[0] === 22 && version[1] >= 12) || version[0] > 22;
if (!isSupported) {
  console.error(
    'Landfall needs Node 20.19, 22.12 or later, and this is Node ' +
      process.versions.node +
      '. Install a later one from https://nodejs.org, then run "npm ci" again.',
  );
  process.exit(1);
}
