// Finds every import of a source, whatever its spelling.
import { type CallExpression, type ImportExpression, type NewExpression, type Node, parseSync, Visitor } from 'oxc-parser';

/** One import as it is written. `specifier` is null when it cannot be read here: put together at run time, or in a way that is refused. */
export interface WrittenImport {
  readonly line: number;
  readonly specifier: string | null;
  /** What is wrong with the way, where it is not that it is put together. */
  readonly refused?: string;
}

/**
 * The imports of one source text: static, type-only and dynamic imports, re-exports, types by `import('…')`, `require`,
 * `import.meta.resolve`, modules that a test replaces, and scripts of threads and processes: named by `new URL('…',
 * import.meta.url)` or `join(import.meta.dirname, '…')`, or handed to `new Worker` or `fork`. Refused is what loads by another
 * door: `getBuiltinModule`, and `/// <reference path>`. Throws for a source that cannot be parsed, as nothing in it would be looked at.
 */
export function importsOf(file: string, text: string): WrittenImport[] {
  const { program, module, errors, comments } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const found: Found[] = [];
  for (const { start, value } of comments)
    if (/^\/\s*<reference\s+path\b/.test(value))
      found.push({ start, specifier: null, refused: 'refers to a file by a comment: import it.' });
  for (const { moduleRequest } of module.staticImports) found.push({ start: moduleRequest.start, specifier: moduleRequest.value });
  for (const { moduleRequest } of module.staticExports.flatMap(({ entries }) => entries))
    if (moduleRequest) found.push({ start: moduleRequest.start, specifier: moduleRequest.value });
  found.push(...importsWithin(program));
  const lineOf = lineCounter(text);
  const once = new Map(found.map((one) => [`${one.start} ${one.specifier}`, one]));
  return [...once.values()].map(({ start, ...one }) => ({ line: lineOf(start), ...one }));
}

interface Found extends Omit<WrittenImport, 'line'> {
  readonly start: number;
}

/** Functions of vitest whose first argument names a module. */
const mockers = new Set(['mock', 'doMock', 'unmock', 'doUnmock', 'importActual', 'importMock']);

function importsWithin(program: Node) {
  const found: Found[] = [];
  const loaders = new Set(['require']);
  const calls: CallExpression[] = [];
  const add = (node: Node, specifier: string | null) => found.push({ start: node.start, specifier });
  const refuse = ({ start }: Node) =>
    found.push({ start, specifier: null, refused: 'loads by getBuiltinModule, so that nobody can judge it.' });
  const visitor = new Visitor({
    ImportExpression: (node) => addDynamic(node, add),
    TSImportType: (node) => add(node, node.source.value),
    TSExternalModuleReference: (node) => add(node, node.expression.value),
    NewExpression: (node) => {
      const script = scriptOf(node) ?? (isNamed(node.callee, 'Worker') ? scriptIn(node.arguments[0]) : null);
      if (script !== null) add(node, script);
    },
    // However it is reached: as a property, by its name in a text, or under another name.
    Identifier: (node) => {
      if (builtinLoader.test(node.name)) refuse(node);
    },
    Literal: (node) => {
      if (typeof node.value === 'string' && builtinLoader.test(node.value)) refuse(node);
    },
    VariableDeclarator: (node) => {
      if (node.id.type === 'Identifier' && node.init?.type === 'CallExpression' && isNamed(node.init.callee, 'createRequire'))
        loaders.add(node.id.name);
    },
    CallExpression: (node) => calls.push(node),
  });
  visitor.visit(program as Parameters<typeof visitor.visit>[0]);
  for (const call of calls) addCall(call, loaders, add);
  return found;
}

const builtinLoader = /^getBuiltinModule$/;

type Add = (node: Node, specifier: string | null) => void;

function addDynamic(node: ImportExpression, add: Add) {
  const { source } = node;
  // `import(new URL('./x.ts', import.meta.url).href)`: the URL is found by itself.
  const address = source.type === 'MemberExpression' ? source.object : source;
  if (address.type === 'NewExpression' && scriptOf(address) !== null) return;
  add(node, textOf(source));
}

function addCall({ callee, arguments: all, ...node }: CallExpression, loaders: Set<string>, add: Add) {
  const [first] = all;
  const at = { ...node, callee } as unknown as Node;
  const name = callee.type === 'MemberExpression' ? callee.property : callee;
  const script = isNamed(name, 'fork') ? scriptIn(first) : scriptBeside(name, all);
  if (script !== null) add(at, script);
  const loads =
    callee.type === 'Identifier' ? loaders.has(callee.name) : callee.type === 'CallExpression' && isNamed(callee.callee, 'createRequire');
  if (loads) add(at, first ? textOf(first) : null);
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier' || !first) return;
  const { object, property } = callee;
  // What a package's place is asked for by a computed name loads nothing; a name that can be read is an edge like any other.
  const asksPlace =
    property.name === 'resolve' && (object.type === 'MetaProperty' || (object.type === 'Identifier' && loaders.has(object.name)));
  const replaces = isNamed(object, 'vi') && mockers.has(property.name);
  const specifier = asksPlace || replaces ? moduleNamed(first) : null;
  if (specifier !== null) add(at, specifier);
}

/** The module of `vi.mock('…')` or `vi.mock(import('…'))`; the latter is found by itself. */
function moduleNamed(argument: Node) {
  return argument.type === 'ImportExpression' ? null : textOf(argument);
}

/** The script of `new URL('./x.ts', import.meta.url)`: what a thread or a process runs is imported as well. */
function scriptOf({ callee, arguments: [address, base] }: NewExpression) {
  if (!isNamed(callee, 'URL') || !address || base?.type !== 'MemberExpression' || base.object.type !== 'MetaProperty') return null;
  const text = textOf(address);
  return text !== null && isSource(text) ? text : null;
}

/** The script that is handed to a thread or a process by its name alone. */
function scriptIn(argument: Node | undefined) {
  const text = argument ? textOf(argument) : null;
  return text !== null && isSource(text) ? text : null;
}

/** The script of `join(import.meta.dirname, 'testing', 'x.ts')`, beside the source that names it. */
function scriptBeside(name: Node, [folder, ...rest]: readonly Node[]) {
  if (!(isNamed(name, 'join') || isNamed(name, 'resolve')) || folder?.type !== 'MemberExpression') return null;
  if (folder.object.type !== 'MetaProperty' || !isNamed(folder.property, 'dirname')) return null;
  const parts = rest.map(textOf);
  const path = parts.includes(null) ? '' : parts.join('/');
  return isSource(path) ? `./${path}` : null;
}

/** Whether a file of this name is a source that is looked at. */
export function isSource(path: string) {
  return /\.[cm]?[jt]sx?$/.test(path);
}

function textOf(node: Node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  return null;
}

function isNamed(node: Node, name: string) {
  return node.type === 'Identifier' && node.name === name;
}

function lineCounter(text: string) {
  return (offset: number) => text.slice(0, offset).split('\n').length;
}
