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

/** Whether a child of an element comes and goes: `{x && <Icon />}`, `{x ? <Icon /> : null}`. */
function isConditionalElement({ type, expression }) {
  if (type !== 'JSXExpressionContainer') return false;
  if (expression.type === 'LogicalExpression') return isElement(expression.right);
  return expression.type === 'ConditionalExpression' && [expression.consequent, expression.alternate].some(isElement);
}

function isElement({ type }) {
  return type === 'JSXElement' || type === 'JSXFragment';
}

const texts = new Set(['Identifier', 'MemberExpression', 'TemplateLiteral', 'Literal', 'ConditionalExpression']);

function isText({ type, value, expression }) {
  if (type === 'JSXText') return value.trim() !== '';
  return type === 'JSXExpressionContainer' && texts.has(expression.type) && !isConditionalElement({ type, expression });
}

function isBlank({ type, value }) {
  return type === 'JSXText' && value.trim() === '' && value.includes('\n');
}

/**
 * A browser that translates a page moves its texts into elements of its own. Then React cannot insert
 * an element before a text, and the page breaks.
 */
const noElementBeforeText = {
  create(context) {
    return {
      JSXElement({ openingElement, children }) {
        // Children of other components are elements more often than texts.
        if (!/^([a-z]|Link$)/.test(openingElement.name.name ?? '')) return;
        let there = children.filter((child) => !isBlank(child));
        for (let [i, child] of there.entries())
          if (isConditionalElement(child) && there[i + 1] && isText(there[i + 1]))
            context.report({
              node: there[i + 1],
              message:
                'An element can appear before this text, which fails in a translated page. Put the text into a <span>.',
            });
      },
    };
  },
};

export default {
  meta: { name: 'landfall' },
  rules: { 'no-spread-of-data': noSpreadOfData, 'no-element-before-text': noElementBeforeText },
};
