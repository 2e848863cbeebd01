/** Rules of this product for oxlint. */

const growing = new Set([
  'push',
  'unshift',
  'splice',
  'concat',
  'max',
  'min',
  'fromCharCode',
  'fromCodePoint',
  'hypot',
]);

/**
 * `list.push(...others)` and its kind put each element on the stack: a list that grew with what
 * people sent ends the call with "Maximum call stack size exceeded".
 */
const noSpreadOfData = {
  create(context) {
    return {
      CallExpression({ callee, arguments: given }) {
        let name = callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : undefined;
        let spread = growing.has(name) && given.find(({ type }) => type === 'SpreadElement');
        if (spread)
          context.report({
            node: spread,
            message: `Spreading into ${name}() puts every element on the stack. Use a loop, greatest() or least().`,
          });
      },
    };
  },
};

export default { meta: { name: 'landfall' }, rules: { 'no-spread-of-data': noSpreadOfData } };
