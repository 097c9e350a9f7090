// Finds every regular expression of a source: literals, which can be judged, and expressions put together at run time.
import { parseSync, Visitor } from 'oxc-parser';

/**
 * The regular expressions of one source text, in order. `pattern` is null for `RegExp(…)` and `new RegExp(…)`: what such an
 * expression will be cannot be read here. Throws for a source that cannot be parsed, as nothing in it would be looked at.
 */
export function patternsOf(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const found = [];
  const lineOf = (offset) => text.slice(0, offset).split('\n').length;
  const made = (node) => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp')
      found.push({ file, line: lineOf(node.start), written: text.slice(node.start, node.end), pattern: null });
  };
  new Visitor({
    Literal(node) {
      if (node.regex) found.push({ file, line: lineOf(node.start), written: node.raw, pattern: node.regex });
    },
    NewExpression: made,
    CallExpression: made,
  }).visit(program);
  return found;
}
