// Draws the description of the API. Everything comes from /openapi.json of this server; nothing is loaded from elsewhere.
const $ = (id) => document.getElementById(id);

/** An element with attributes and children; texts are set as text, never as markup. */
function element(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === 'onclick') node.addEventListener('click', value);
    else if (value !== false && value !== undefined) node.setAttribute(key, value === true ? '' : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

let schemas = {};
const resolved = (schema) =>
  schema?.$ref ? { ...schemas[schema.$ref.split('/').at(-1)], named: schema.$ref.split('/').at(-1) } : (schema ?? {});

/** One line that says what a value is: `array of Tick`, `string, one of device, manual`, `integer, 0 to 100`. */
function typeWords(given) {
  const schema = resolved(given);
  if (schema.named) return schema.named;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return `one of ${schema.enum.join(', ')}`;
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return either.map(typeWords).join(' or ');
  if (schema.type === 'array') {
    const items = schema.prefixItems ? schema.prefixItems.map(typeWords).join(', ') : schema.items ? typeWords(schema.items) : 'anything';
    return `list of ${items}`;
  }
  if (schema.type === 'object' && !schema.properties && typeof schema.additionalProperties === 'object')
    return `object of ${typeWords(schema.additionalProperties)}`;
  const type = Array.isArray(schema.type) ? schema.type.join(' or ') : (schema.type ?? 'anything');
  return [type, schema.format, boundsWords(schema), schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`]
    .filter(Boolean)
    .join(', ');
}

function boundsWords({ minimum, maximum, minLength, maxLength }) {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `from ${minimum}`;
  if (maximum !== undefined) return `up to ${maximum}`;
  if (maxLength !== undefined) return `${minLength ?? 0} to ${maxLength} characters`;
  return '';
}

/** The part of a schema that has fields: behind lists, maps and references. */
function fieldsOf(given, depth = 0) {
  const schema = resolved(given);
  if (depth > 6) return null;
  if (schema.properties) return schema;
  if (schema.items) return fieldsOf(schema.items, depth + 1);
  if (typeof schema.additionalProperties === 'object') return fieldsOf(schema.additionalProperties, depth + 1);
  for (const one of schema.anyOf ?? schema.oneOf ?? []) {
    const inside = fieldsOf(one, depth + 1);
    if (inside) return inside;
  }
  return null;
}

function schemaTree(schema, seen = []) {
  const fields = fieldsOf(schema);
  if (!fields) return null;
  const list = element('ul');
  for (const [name, field] of Object.entries(fields.properties)) {
    const optional = fields.required?.includes(name) ? '' : ' optional';
    const line = [
      element('code', {}, name),
      ' ',
      element('span', { class: 'muted' }, `${typeWords(field)}${optional ? ',' : ''}${optional}`),
    ];
    if (field.description) line.push(element('div', { class: 'muted' }, field.description));
    const named = resolved(field).named ?? resolved(resolved(field).items).named;
    const inside = named && seen.includes(named) ? null : schemaTree(field, named ? [...seen, named] : seen);
    list.append(inside ? element('li', {}, element('details', {}, element('summary', {}, ...line), inside)) : element('li', {}, ...line));
  }
  return list;
}

function schemaPart(title, schema) {
  const tree = schemaTree(schema);
  return [
    element('h3', {}, title),
    element('p', {}, element('code', {}, typeWords(schema))),
    tree && element('div', { class: 'schema' }, tree),
  ];
}

function table(heads, rows) {
  return element(
    'div',
    { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': heads.join(', ') },
    element(
      'table',
      {},
      element('thead', {}, element('tr', {}, ...heads.map((head) => element('th', { scope: 'col' }, head)))),
      element('tbody', {}, ...rows.map((cells) => element('tr', {}, ...cells.map((cell) => element('td', {}, cell))))),
    ),
  );
}

/** A value of the right shape to start from. */
function sample(given, depth = 0) {
  const schema = resolved(given);
  if (schema.examples) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (depth > 4) return null;
  if (schema.anyOf) return sample(schema.anyOf[0], depth + 1);
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([name, field]) => schema.required?.includes(name) || field.examples)
        .map(([name, field]) => [name, sample(field, depth + 1)]),
    );
  if (schema.type === 'array') return schema.items ? [sample(schema.items, depth + 1)] : [];
  if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 0;
  if (schema.type === 'boolean') return false;
  if (schema.type === 'object') return {};
  return 'text';
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curlOf(method, path, operation) {
  const needed = operation.parameters.filter((one) => one.in === 'query' && one.required);
  const query = needed.map((one) => `${one.name}=${encodeURIComponent(String(sample(one.schema)))}`).join('&');
  const lines = [`curl ${quoted(location.origin + path + (query ? `?${query}` : ''))}`];
  if (method !== 'GET') lines.push(`-X ${method}`);
  if (operation.security.length > 0) lines.push('-H "Authorization: Bearer $TOKEN"', '-H "x-tenant-id: $TENANT_ID"');
  const [type, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (type) lines.push(`-H ${quoted(`Content-Type: ${type}`)}`);
  if (type?.includes('json')) lines.push(`-d ${quoted(JSON.stringify(sample(body.schema)))}`);
  else if (type) lines.push('--data-binary @file');
  return lines.join(' \\\n  ');
}

function curlPart(text) {
  const button = element('button', { type: 'button' }, 'Copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
    } catch {
      // Without https the clipboard is closed to pages: the text is selected instead, for the person to copy.
      getSelection().selectAllChildren(button.previousElementSibling);
      button.textContent = 'Selected';
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  return element('div', { class: 'curl' }, element('pre', {}, text), button);
}

function inside(method, path, operation) {
  const parameters = operation.parameters.map((one) => [
    element('code', {}, one.name),
    `${one.in}${one.required ? ', required' : ''}`,
    [typeWords(one.schema), one.description].filter(Boolean).join('. '),
  ]);
  const [bodyType, body] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const [answerType, answer] = Object.entries(operation.responses['200'].content)[0];
  const failures = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .map(([status, one]) => [status, element('code', {}, one.description)]);
  return element(
    'div',
    { class: 'inside' },
    element('h3', {}, 'Who may call'),
    element('p', { class: 'prose' }, operation['x-access'].words),
    ...(parameters.length > 0 ? [element('h3', {}, 'Parameters'), table(['Name', 'Where', 'What'], parameters)] : []),
    ...(bodyType
      ? [...schemaPart(`Body, ${bodyType}`, body.schema), element('p', { class: 'muted prose' }, operation.requestBody.description)]
      : []),
    ...schemaPart(`Answer, ${answerType}`, answer.schema),
    element('h3', {}, 'Failures'),
    table(['Status', 'Codes'], failures),
    element('h3', {}, 'curl'),
    curlPart(curlOf(method, path, operation)),
  );
}

function callElement(call) {
  const details = element(
    'details',
    { class: 'call', id: call.operation.operationId },
    element(
      'summary',
      {},
      element('span', { class: `method ${call.method}` }, call.method),
      element('code', { class: 'path' }, call.path),
      element('span', { class: 'what' }, call.operation.summary),
    ),
  );
  // Drawn when first opened: a page of two hundred calls stays quick.
  details.addEventListener('toggle', () => {
    if (!details.open) return;
    if (details.children.length === 1) details.append(inside(call.method, call.path, call.operation));
    history.replaceState(null, '', `#${call.operation.operationId}`);
  });
  return details;
}

function draw(calls, total) {
  const groups = Map.groupBy(calls, (call) => call.operation.tags[0]);
  $('list').replaceChildren(
    ...[...groups].flatMap(([service, ofService]) => [
      element(
        'section',
        { 'aria-labelledby': `service-${service}` },
        element('h2', { id: `service-${service}` }, service),
        ...ofService.map((call) => call.node),
      ),
    ]),
  );
  $('services').replaceChildren(
    element(
      'ul',
      {},
      ...[...groups].map(([service, ofService]) =>
        element('li', {}, element('a', { href: `#service-${service}` }, `${service} (${ofService.length})`)),
      ),
    ),
  );
  $('found').textContent =
    calls.length === total
      ? `${total} calls`
      : calls.length === 0
        ? 'Nothing found. Try a shorter word.'
        : `${calls.length} of ${total} calls`;
}

function startMode() {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const kept = () => localStorage.getItem('vigil.docs.mode');
  let mode = kept() ?? (system.matches ? 'dark' : 'light');
  const show = () => {
    document.documentElement.dataset.mode = mode;
    $('mode').textContent = mode === 'dark' ? 'Light mode' : 'Dark mode';
  };
  $('mode').addEventListener('click', () => {
    mode = mode === 'dark' ? 'light' : 'dark';
    localStorage.setItem('vigil.docs.mode', mode);
    show();
  });
  system.addEventListener('change', ({ matches }) => {
    if (kept()) return;
    mode = matches ? 'dark' : 'light';
    show();
  });
  show();
}

function openFromAddress() {
  const target = $(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target instanceof HTMLDetailsElement) target.open = true;
  target.scrollIntoView();
}

async function start() {
  startMode();
  const answer = await fetch('/openapi.json');
  if (!answer.ok) throw new Error(String(answer.status));
  const description = await answer.json();
  schemas = description.components.schemas;
  $('version').textContent = description.info.version;
  $('introduction').textContent = description.info.description;
  const calls = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      const call = { method: method.toUpperCase(), path, operation };
      return { ...call, node: callElement(call), text: `${method} ${path} ${JSON.stringify(operation)}`.toLowerCase() };
    }),
  );
  draw(calls, calls.length);
  $('search').addEventListener('input', () => {
    const words = $('search').value.toLowerCase().split(/\s+/).filter(Boolean);
    draw(
      calls.filter((call) => words.every((word) => call.text.includes(word))),
      calls.length,
    );
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    $('search').focus();
  });
  addEventListener('hashchange', openFromAddress);
  openFromAddress();
}

start().catch(() => {
  $('list').replaceChildren(
    element('p', {}, 'The description could not be read. Is the server running? ', element('a', { href: '/docs' }, 'Try again')),
  );
});
