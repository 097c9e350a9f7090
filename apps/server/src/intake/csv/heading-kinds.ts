import { splitUnit } from './split-unit.ts';

/**
 * What a heading says of its column when it is neither a person's nor an id:
 * `harmless` says something else than who, whatever it holds; `measure` measures or counts, so that its numbers name nobody
 * and its texts may; `unknown` says nothing that is known here.
 */
export type HeadingKind = 'harmless' | 'measure' | 'unknown';

/**
 * Headings that say something else than who: reviewed word by word, as each lets a column pass. Left out on purpose are words that
 * come one for each person: gender, group, room, bed, ward, site, file, session, sample, label, tag, location.
 */
const harmlessWords = new Set([
  ...['device', 'devices', 'dispositivo', 'gerät', 'appareil', 'sensor', 'transmitter', 'tracker', 'watch', 'band', 'scale', 'wearable'],
  ...['hardware', 'firmware', 'software', 'os', 'platform', 'app', 'application', 'source', 'sources', 'origin', 'provider', 'vendor'],
  ...['manufacturer', 'hersteller', 'brand', 'model', 'modelo', 'product', 'serial', 'version', 'versión', 'build', 'api', 'connection'],
  ...['fuente', 'origen', 'quelle', 'unit', 'units', 'unidad', 'unidades', 'einheit', 'zone', 'timezone', 'tz', 'offset', 'zona'],
  ...['note', 'notes', 'nota', 'notas', 'notiz', 'notizen', 'comment', 'comments', 'comentario', 'comentarios', 'kommentar', 'remark'],
  ...['remarks', 'description', 'descripción', 'beschreibung', 'message', 'reason', 'tags'],
  ...['type', 'types', 'subtype', 'typ', 'tipo', 'kind', 'category', 'categoría', 'class', 'classification', 'interpretation'],
  ...['status', 'state', 'states', 'estado', 'stage', 'stages', 'phase', 'quality', 'calidad', 'flag', 'flags', 'level', 'mode', 'method'],
  ...['activity', 'activities', 'actividad', 'aktivität', 'exercise', 'sport', 'workout', 'event', 'events', 'action', 'trigger'],
  ...[
    'mood',
    'feeling',
    'feel',
    'emotion',
    'symptom',
    'symptoms',
    'position',
    'posture',
    'side',
    'limb',
    'wrist',
    'arm',
    'rhythm',
    'context',
  ],
  ...['alert', 'alarm', 'error', 'warning', 'confidence', 'accuracy', 'intensity', 'goal', 'target', 'age', 'bmi', 'language', 'locale'],
  ...['food', 'meal', 'alimento', 'comida', 'drink', 'medication', 'medicine', 'drug', 'insulin', 'insulina', 'weather', 'season'],
  ...['numeric', 'numérico', 'numérica', 'date', 'datum', 'fecha', 'time', 'hora', 'zeit', 'uhrzeit', 'timestamp', 'datetime', 'day'],
  ...['weekday', 'week', 'month', 'year', 'hour', 'start', 'end', 'begin', 'created', 'updated', 'modified', 'received', 'synced'],
  ...['latitude', 'longitude', 'lat', 'lon', 'lng', 'altitude', 'coordinates', 'coordinate', 'gps', 'log', 'reading', 'measurement', 'rr'],
]);
/** Headings that are harmless as a whole: of Dexcom Clarity, whose column holds the name, the surname and the birth date below each other. */
const harmlessHeadings = new Set(['patient info']);

/** Words that may stand behind what a heading is about: `device id`, `app version`, `source name`. */
const labelWords = new Set([
  ...['id', 'ids', 'identifier', 'uuid', 'guid', 'uid', 'key', 'code', 'number', 'número', 'numero', 'no', 'nr', 'num', 'ref', 'name'],
  ...['nombre', 'label', 'info', 'information', 'text', 'value', 'at'],
]);
const linkWords = new Set(['of', 'de', 'del', 'du', 'des', 'von', 'der']);

/** Words for what is measured or counted, and for units. */
const measureWords = new Set([
  ...['steps', 'step', 'pasos', 'schritte', 'distance', 'distancia', 'strecke', 'minute', 'minutes', 'minutos', 'minuten', 'mins'],
  ...['hours', 'horas', 'stunden', 'hrs', 'second', 'seconds', 'segundos', 'sekunden', 'sec', 'secs', 'ms', 'duration', 'dauer', 'time'],
  ...['calorie', 'calories', 'calorías', 'kalorien', 'kcal', 'cal', 'kj', 'energy', 'rate', 'bpm', 'rpm', 'hz', 'average', 'avg', 'mean'],
  ...['media', 'mittelwert', 'median', 'sum', 'total', 'count', 'counts', 'min', 'max', 'lowest', 'highest', 'minimum', 'maximum'],
  ...['mínimo', 'máximo', 'std', 'sd', 'sdnn', 'rmssd', 'hrv', 'pnn50', 'lf', 'hf', 'vlf', 'lfhf', 'meanrr', 'mxdmn', 'amo', 'power'],
  ...['score', 'points', 'percent', 'percentage', 'pct', 'ratio', 'level', 'intensity', 'asleep', 'awake', 'sleep', 'rem', 'light', 'deep'],
  ...['wake', 'wakeup', 'fat', 'bmi', 'muscle', 'bone', 'water', 'hydration', 'mass', 'height', 'weight', 'peso', 'gewicht', 'kg', 'gram'],
  ...['grams', 'gramos', 'lb', 'lbs', 'pounds', 'cm', 'mm', 'km', 'mile', 'miles', 'meter', 'meters', 'metres', 'feet', 'ft', 'inch'],
  ...['inches', 'temp', 'temperature', 'humidity', 'pressure', 'speed', 'pace', 'cadence', 'watts', 'elevation', 'ascent', 'descent'],
  ...['climbed', 'floors', 'flights', 'volume', 'flow', 'fev1', 'pef', 'glucose', 'glucosa', 'carb', 'carbs', 'carbohydrates'],
  ...['carbohidratos', 'porciones', 'protein', 'fiber', 'sugar', 'sodium', 'dose', 'servings', 'ketone', 'lactate', 'oxygen', 'spo2'],
  ...['saturation', 'hr', 'pulse', 'pulso', 'puls', 'heart', 'breathing', 'respiratory', 'resp', 'vo2', 'stress', 'strain', 'load'],
  ...['recovery', 'readiness', 'exertion', 'exposure', 'db', 'lux', 'noise', 'uv', 'battery', 'signal', 'rssi', 'amount', 'quantity'],
  ...['change', 'variation', 'deviation', 'value', 'nremhr', 'systolic', 'diastolic'],
]);
/** Units that say that something is measured in brackets only, and may stand behind what it is: `utc_offset_s`. */
const shortUnits = new Set([
  'm',
  'g',
  'l',
  'h',
  's',
  'w',
  'v',
  'j',
  'c',
  'f',
  '%',
  '°c',
  '°f',
  'k',
  'mg',
  'ml',
  'mi',
  'mmhg',
  'mmol',
  'µs',
]);
/** What makes the number of something its id, unless it is counted: `number of steps`. */
const idWords = new Set(['id', 'ids', 'identifier', 'uuid', 'guid', 'uid', 'key', 'code', 'no', 'nr', 'number', 'num', 'ref', 'nº']);

/** The kind of a heading; `isPersonWord` tells the words that are a person's. Its cost is its length. */
export function headingKind(heading: string, isPersonWord: (word: string) => boolean): HeadingKind {
  const { name, unit } = splitUnit(heading);
  const words = wordsOf(name);
  if (harmlessHeadings.has(words.join(' ')) || harmlessWords.has(headOf(words))) return 'harmless';
  const isMeasure =
    words.some((word) => measureWords.has(word)) || wordsOf(unit).some((word) => measureWords.has(word) || shortUnits.has(word));
  const isId = words.some((word, at) => idWords.has(word) && !linkWords.has(words[at + 1] ?? ''));
  return isMeasure && !isId && !isPersonWord(words.at(-1) ?? '') ? 'measure' : 'unknown';
}

/** The words of a heading in lower case: `WeightPounds` and `weight_pounds` have the same two. */
function wordsOf(heading: string): readonly string[] {
  return heading
    .normalize('NFKC')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}%°]+/u)
    .filter(Boolean);
}

/** What a heading is about: the last word, without those that only label it; before an `of` in whatever language. */
function headOf(words: readonly string[]): string {
  const link = words.findIndex((word) => linkWords.has(word));
  const isAbout = (word: string) => !labelWords.has(word) && !shortUnits.has(word);
  const before = link > 0 ? words.slice(0, link) : words;
  return before.findLast(isAbout) ?? words.slice(link + 1).findLast(isAbout) ?? words.at(-1) ?? '';
}
